(;FF[4]GM[0]CA[UTF-8]AP[Outflank:0.1.0]GAME[Rolit 2]
;MOVE[red D6]
;MOVE[green C7]
;MOVE[red F6])
