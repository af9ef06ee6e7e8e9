"""The page of a review: its frame and its looks. protocol/review/html fills it in."""

PAGE = """<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}
</style>
</head>
<body>
<header>
  <h1>{title}</h1>
  <select id="games" aria-label="Game"></select>
  <p id="title"></p>
  <p id="note"></p>
</header>
<main>
  <section id="left">
    <div id="board" role="img" aria-label="Board"></div>
    <nav>
      <button id="first" title="Start (Home)">|&#x25C0;&#xFE0E;</button>
      <button id="back" title="Back (Left)">&#x25C0;&#xFE0E;</button>
      <button id="forward" title="Forward (Right)">&#x25B6;&#xFE0E;</button>
      <button id="last" title="End (End)">&#x25B6;&#xFE0E;|</button>
    </nav>
    <div id="info" aria-live="polite"></div>
  </section>
  <section id="right">
    <div id="graph"></div>
    <div id="moves"></div>
    <div id="summary"></div>
    <p class="faint">Left and Right step through the game or a line, Home and End go to its ends,
    Down enters the better line, Up or Esc leaves it.</p>
  </section>
</main>
<script type="application/json" id="data">{data}</script>
<script>
{script}
</script>
</body>
</html>
"""

STYLE = """
:root { --ground: #fbfbf9; --panel: #ffffff; --ink: #1d2021; --faint: #62686b; --rule: #d9dbd6;
  --accent: #1f6feb; --felt: #2f7d4f; --felt-line: #1d5636; --paper: #ece7da; --paper-line: #b9b19c;
  --bad1: #b88600; --bad2: #d9630f; --bad3: #c62828; --good: #2e8b57; }
@media (prefers-color-scheme: dark) { :root { --ground: #15181a; --panel: #1d2124; --ink: #e6e8e6;
  --faint: #9aa3a6; --rule: #343a3d; --accent: #6cb2ff; --felt: #27694a; --felt-line: #174431;
  --paper: #33373a; --paper-line: #565c60;
  --bad1: #e0b341; --bad2: #ff9a52; --bad3: #ff6b6b; --good: #5fce8f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
header { padding: 14px 20px 0; max-width: 1180px; margin: 0 auto; }
h1 { font-size: 17px; margin: 0 0 4px; overflow-wrap: anywhere; }
header p { margin: 4px 0; }
#note { color: var(--bad2); }
#note:empty, #title:empty { display: none; }
main { display: grid; grid-template-columns: minmax(0, 480px) minmax(0, 1fr); gap: 24px;
  max-width: 1180px; margin: 0 auto; padding: 10px 20px 30px; align-items: start; }
#board svg, #graph svg { display: block; width: 100%; height: auto; }
nav { display: flex; gap: 8px; margin: 10px 0; }
button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--rule);
  border-radius: 6px; cursor: pointer; padding: 4px 8px; }
button:hover, button:focus-visible { border-color: var(--accent); }
nav button { flex: 1; font-size: 17px; padding: 7px 0; }
select { font: inherit; max-width: 100%; color: inherit; background: var(--panel);
  border: 1px solid var(--rule); border-radius: 6px; padding: 3px 6px; }
#info { min-height: 9.5em; }
#info h2 { font-size: 15px; margin: 0 0 4px; }
#info p { margin: 6px 0 2px; }
.line { display: flex; flex-wrap: wrap; gap: 4px; }
.line button { font-size: 13px; padding: 1px 6px; }
.line button.on { background: var(--accent); border-color: var(--accent); color: var(--ground); }
.faint { color: var(--faint); font-size: 13px; }
#graph { background: var(--panel); border: 1px solid var(--rule); border-radius: 8px; padding: 6px; }
#graph svg { cursor: pointer; }
#graph text { font-size: 11px; fill: var(--faint); }
#moves { max-height: 340px; overflow-y: auto; margin: 14px 0; border: 1px solid var(--rule);
  border-radius: 8px; background: var(--panel); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 3px 8px; white-space: nowrap; }
th { color: var(--faint); font-weight: 500; font-size: 13px; }
th.text, td.text { text-align: left; }
#moves th { position: sticky; top: 0; background: var(--panel); border-bottom: 1px solid var(--rule); }
#moves tbody tr { cursor: pointer; }
#moves tbody tr.on td { background: color-mix(in srgb, var(--accent) 22%, transparent); }
#moves tbody tr:hover td { background: color-mix(in srgb, var(--accent) 12%, transparent); }
.bad1 { color: var(--bad1); } .bad2 { color: var(--bad2); } .bad3 { color: var(--bad3); }
.good { color: var(--good); }
.chip { display: inline-block; width: 11px; height: 11px; border-radius: 50%; margin-right: 6px;
  border: 1px solid var(--faint); vertical-align: -1px; }
#summary { overflow-x: auto; }
.key > span { margin-right: 14px; }
@media (max-width: 760px) { main { grid-template-columns: minmax(0, 1fr); padding: 8px 12px 24px; gap: 14px; }
  header { padding: 10px 12px 0; } th, td { padding: 3px 5px; }
  #moves table, #summary table { font-size: 13px; } #moves th, #moves td { padding: 3px; }
  #summary th { font-size: 12px; }
  #summary th, #summary td { padding: 3px; }
  #info { min-height: 0; } #moves { max-height: 260px; } }
"""
