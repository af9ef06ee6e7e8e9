(;FF[4]GM[2]CA[UTF-8]AP[Outflank:0.1.0]SZ[8]PB[Outflank]PW[Outflank]
;B[dc]
;W[ce]
;B[df]
;W[ec]
;B[fd])
