// All words about Acquire, in English and in Japanese. {name} is filled in.

export const ACQUIRE_TEXTS = {
  money: ["${n}", "${n}"],
  shares_of: ["{n} {chain}", "{chain} {n}株"],

  // Turns.
  turn_found: ["founds {chain}", "{chain} を設立"],
  turn_survive: ["{chain} survives", "{chain} が存続"],
  turn_order: ["in turn: {chains}", "処理順：{chains}"],
  turn_buy: ["buys {shares}", "{shares}を購入"],
  turn_buy_none: ["buys nothing", "購入なし"],
  turn_sell: ["sells {n}", "{n}株売却"],
  turn_trade: ["trades {n}", "{n}株交換"],
  turn_keep: ["keeps all", "すべて保持"],
  turn_end: ["calls the end", "終了を宣言"],

  // What a tile does.
  tile_lone: ["a tile by itself", "単独のタイル"],
  tile_found: ["founds a chain", "チェーンを設立"],
  tile_join: ["joins {chains}", "{chains} に加わる"],
  tile_merge: ["merges {chains}", "{chains} を合併"],
  tile_dead: [
    "cannot be laid any more: it touches two safe chains",
    "もう置けません：安全なチェーン2つに接しています",
  ],
  tile_eighth: [
    "cannot be laid now: all seven chains are on the board",
    "今は置けません：7チェーンがすべて盤上にあります",
  ],
  tile_later: ["in your hand", "手札"],
  cell_tile: ["{cell}, single tile", "{cell} 単独タイル"],
  cell_hand: ["{cell}, in your hand, {what}", "{cell} 手札 {what}"],

  // Decisions.
  your_tiles: ["Your tiles", "あなたのタイル"],
  no_tiles: ["no tiles", "タイルなし"],
  place_head: ["Lay a tile", "タイルを置く"],
  place_about: [
    "Choose one of your tiles, here or on the board.",
    "ここか盤上で、手札のタイルを一つ選んでください。",
  ],
  found_head: ["Found a chain", "チェーンを設立"],
  found_about: [
    "Your tile joins single tiles: which chain do they become? You get a share of it free.",
    "置いたタイルが単独タイルとつながりました。どのチェーンにしますか？創業者は1株もらえます。",
  ],
  survive_head: ["Which chain survives?", "存続するチェーン"],
  survive_about: [
    "The chains that meet are of equal size. The others become part of the one that you " +
      "choose, and their shareholders are paid bonuses.",
    "同じ大きさのチェーンが合併します。選んだチェーンに他が吸収され、消えるチェーンの株主に配当が出ます。",
  ],
  order_head: ["Which chain is dealt with first?", "先に処理するチェーン"],
  order_about: [
    "Chains of equal size disappear. Choose the order in which bonuses are paid and shares are dealt with.",
    "同じ大きさのチェーンが消えます。配当と株の処理の順番を選んでください。",
  ],
  dispose_head: ["Your shares of {chain}", "{chain} の株の処理"],
  dispose_about: [
    "{chain} becomes part of {survivor}; its bonuses are paid. You hold {n}. Sell to the " +
      "bank for {price} each, trade two for one of {survivor}, or keep them: they are " +
      "worth nothing unless {chain} is founded again.",
    "{chain} は {survivor} に吸収され、配当は支払われました。保有 {n}株。1株 {price} で売却、2株を {survivor} " +
      "1株と交換、または保持できます（{chain} が再び設立されるまで価値はありません）。",
  ],
  buy_head: ["Buy shares", "株を買う"],
  buy_about: [
    "Up to three shares a turn, of chains on the board.",
    "盤上のチェーンの株を、1手番に3株まで買えます。",
  ],
  end_about: [
    "You may call the end: your turn is finished, then bonuses are paid, all shares are " +
      "sold, and the most money wins.",
    "終了を宣言できます。手番の後に配当と株の売却が行われ、所持金の多い人が勝ちます。",
  ],
  end_about_house: [
    "You may end the game: bonuses are paid at once, all shares are sold, and the most money wins.",
    "対局を終了できます。すぐに配当と株の売却が行われ、所持金の多い人が勝ちます。",
  ],
  end_now: ["Call the end of the game", "終了を宣言する"],
  end_called: [
    "The end is called: the game is over after this turn.",
    "終了が宣言されました。この手番で対局が終わります。",
  ],
  sell: ["Sell", "売却"],
  trade: ["Trade", "交換"],
  keep: ["Keep", "保持"],
  sell_all: ["Sell all", "すべて売却"],
  trade_most: ["Trade what can be", "できるだけ交換"],
  keep_all: ["Keep all", "すべて保持"],
  do_dispose: ["Do this: {turn}", "決定：{turn}"],
  buy_these: ["Buy {shares} for {cost}", "{shares}を {cost} で購入"],
  buy_none: ["Buy nothing", "買わない"],
  fewer: ["One {chain} fewer", "{chain} を減らす"],
  more: ["One {chain} more", "{chain} を増やす"],
  fewer_of: ["{what}: fewer", "{what}を減らす"],
  more_of: ["{what}: more", "{what}を増やす"],
  waits_for: ["{side} decides.", "{side}が決めます。"],
  paused_hidden: ["{side} is the engine's: let it move", "{side}はエンジンの番です。打たせてください"],

  // The cover between persons at one page.
  cover_head: ["Pass the device to {side}", "{side}に交代してください"],
  cover_about: ["Tiles are hidden until {side} is here.", "{side}が来るまで手札を隠しています。"],
  cover_done: ["I am {side}: show my tiles", "{side}です。手札を見る"],

  // The table of chains and holdings.
  holdings: ["Chains and shares", "チェーンと株"],
  head_chain: ["chain", "チェーン"],
  head_tiles: ["tiles", "枚数"],
  head_price: ["price", "株価"],
  head_bonus: ["bonuses", "配当"],
  head_bank: ["bank", "銀行"],
  row_cash: ["Cash", "現金"],
  expects_one: ["{side} {money}, rank {rank}", "{side} {money}、順位 {rank}"],
  expects_end: ["Expected at the end: {players}.", "終局時の予想：{players}"],
  expects_by_worth: ["Expected, by what shares are worth: {players}.", "株の価値による予想：{players}"],
  money_chart: ["Money of the players", "各プレイヤーの資産"],
  axis_money: ["money if scored after each move", "各手の後に清算した場合の所持金"],
  row_worth: ["If scored now", "今清算すると"],
  safe: ["safe", "安全"],
  bonus_now: ["+{n}", "+{n}"],
  in_bag: ["{n} tiles in the bag", "袋に残り {n}枚"],
  gone: ["out of the game: {tiles}", "除外：{tiles}"],
  bonus_key: [
    "Below a number of shares: the bonus that they would bring now. Bonuses: of the " +
      "majority, below it of the minority.",
    "株数の下は今の配当額。配当欄は上が筆頭、下が次点。",
  ],
  standings: ["Final money", "最終所持金"],
  players_of: ["{game}, {n} players", "{game}（{n}人）"],
  share_sealed: [
    "The link holds the game with its cards face down: only this computer can go on with it.",
    "リンクには対局が裏向きのカードのまま含まれ、続きはこのコンピューターでのみ開けます。",
  ],
  save_later: [
    "Its cards are hidden while the game goes on: the position as you see it can be " +
      "saved, the whole game when it is over.",
    "対局中はカードを隠すため、見えている局面だけ保存できます。対局全体は終局後に保存できます。",
  ],
};
