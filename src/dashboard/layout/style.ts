/** How the pages look: light and dark, from 320 to 2,560 pixels, and on paper. */
export const dashboardStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f5f7, #14171b); --card: light-dark(#fff, #1d2127);
  --text: light-dark(#1b1f24, #e8eaed); --quiet: light-dark(#57606a, #a8b0bb);
  --line: light-dark(#d9dee5, #363c46); --field: light-dark(#858d98, #747c89);
  --accent: light-dark(#1d5bd6, #8ab4ff); --on-accent: light-dark(#fff, #0d1626);
  --code: light-dark(#eef1f5, #12151a); --hover: light-dark(#eef1f6, #262b33);
  --good: light-dark(#1a6b41, #71d29e); --good-back: light-dark(#e2f4ea, #16321f);
  --bad: light-dark(#a4262c, #ff9c9c); --bad-back: light-dark(#fdeaea, #3b1a1d);
  --wait: light-dark(#7a4d00, #f0c674); --wait-back: light-dark(#fdf1dc, #352a12);
  font: 0.9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--text); }
a { color: var(--accent); }
a:not(:hover) { text-decoration-color: color-mix(in srgb, currentColor 40%, transparent); }
code, pre, textarea, .mono { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .8125rem; }
h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; text-wrap: balance; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.0625rem; }
h3 { margin: 1rem 0 .25rem; font-size: .9375rem; }
p { margin: .5rem 0; max-width: 75ch; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-size: .875rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 2; padding: .25rem .5rem; background: var(--card); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
.top { display: flex; align-items: center; gap: 1rem; padding: .5rem 1.25rem; background: var(--card); border-bottom: 1px solid var(--line); }
.top form { margin-left: auto; }
.top > * { flex: none; }
.top .account { flex: 0 1 auto; min-width: 0; }
.top button, .menu summary { white-space: nowrap; }
.account { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font-size: .875rem; }
.brand { font-weight: 700; font-size: 1.0625rem; color: inherit; text-decoration: none; }
.menu { display: none; }
.columns { display: grid; grid-template-columns: 12.5rem minmax(0, 1fr); min-height: calc(100vh - 3.25rem); max-width: 110rem; margin: 0 auto; }
.side { border-right: 1px solid var(--line); }
.side nav { position: sticky; top: 0; max-height: 100vh; overflow: auto; padding: 1rem .75rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
.groups > li { margin-bottom: 1rem; }
.groups span { display: block; padding: 0 .625rem .125rem; color: var(--quiet); font-size: .75rem; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; }
nav a { display: block; white-space: nowrap; padding: .3125rem .625rem; color: inherit; text-decoration: none; border-radius: .375rem; }
nav a:hover { background: var(--hover); }
nav a[aria-current] { background: var(--accent); color: var(--on-accent); font-weight: 600; }
main { min-width: 0; padding: 1.25rem 1.5rem 4rem; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin-bottom: .75rem; }
.beside { display: flex; flex-wrap: wrap; gap: .5rem; margin-left: auto; }
.card { margin: .75rem 0; padding: .875rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: .75rem; margin: .75rem 0; }
.cards .card { margin: 0; }
.figure { display: block; font-size: 1.625rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums; }
.halves { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1rem; align-items: start; }
.halves > * > .card:first-child { margin-top: 0; }
.notice { padding: .5rem .75rem; border-radius: .5rem; border: 1px solid; max-width: none; }
.good { color: var(--good); background: var(--good-back); }
.bad { color: var(--bad); background: var(--bad-back); }
.wait { color: var(--wait); background: var(--wait-back); }
.badge { display: inline-block; padding: .0625rem .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; white-space: nowrap; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
caption { text-align: left; padding: .5rem .75rem; color: var(--quiet); }
th, td { padding: .4375rem .75rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line); overflow-wrap: break-word; }
td.title { width: 70%; min-width: 12rem; overflow-wrap: anywhere; }
.dense td.title { width: 25%; }
td.short, td.state, time span { white-space: nowrap; }
table:not(.dense) td time, td button { white-space: nowrap; }
td code, td a[rel] { overflow-wrap: anywhere; }
thead th, thead td { border-top: 0; }
thead th { color: var(--quiet); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
tbody tr:hover { background: var(--hover); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: .25rem 1.5rem; margin: 0; font-size: .875rem; }
.facts > div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); gap: 0 .5rem; }
.facts > .long { grid-column: 1 / -1; }
.facts dt { color: var(--quiet); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .75rem; background: var(--code); border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.rendered { padding: .25rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; overflow-wrap: anywhere; }
.rendered table { width: auto; }
.folded:not(:has(> .fold :checked, > :focus-within:not(.fold))) > :first-child { max-height: 30rem; overflow: hidden; mask-image: linear-gradient(#000 80%, transparent); }
.fold { display: inline-flex; align-items: center; gap: .375rem; padding: .25rem 0; cursor: pointer; }
.rendered h1, .rendered h2, .rendered h3 { font-size: 1.125rem; margin: 1rem 0 .25rem; }
.shot { max-width: 100%; border: 1px solid var(--line); border-radius: .5rem; }
form.row, .row { display: flex; flex-wrap: wrap; align-items: end; gap: .625rem; }
form.row { margin: .5rem 0 .75rem; }
td form.row { flex-wrap: nowrap; align-items: center; margin: 0; }
td form.row input { flex: 0 1 7rem; min-width: 5rem; height: 1.75rem; min-height: 0; margin: 0; }
label { display: block; font-size: .875rem; font-weight: 600; }
label.check { display: inline-flex; align-items: center; gap: .375rem; font-weight: 400; }
fieldset { margin: .75rem 0; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; }
legend { padding: 0 .25rem; font-size: .875rem; font-weight: 600; }
fieldset .check { margin-right: 1rem; }
input:not([type="checkbox"], [type="radio"]), select, textarea { display: block; width: 100%; min-height: 2.25rem; margin-top: .1875rem; padding: .375rem .625rem; font: inherit; font-size: .9375rem; font-weight: 400; color: inherit; background: var(--card); border: 1px solid var(--field); border-radius: .375rem; }
input:not([type="checkbox"], [type="radio"]), select { height: 2.25rem; line-height: 1.4; }
textarea { min-height: 7rem; resize: vertical; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: .8125rem; }
.wrong { order: 1; flex-basis: 100%; margin: .25rem 0; color: var(--bad); font-size: .875rem; }
[aria-invalid="true"] { border-color: var(--bad) !important; }
.wrong::first-letter { text-transform: uppercase; }
.wrong small, .notice small { margin-left: .5rem; font-size: .75rem; }
.wrong small { display: block; margin: 0; color: var(--quiet); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.secret { display: flex; align-items: center; gap: .625rem; }
.secret pre { flex: 0 1 auto; }
.row > label { flex: 1 1 11rem; }
.row > label.wide { flex-basis: 22rem; }
.fields > * { margin-bottom: .75rem; }
button, a.button { display: inline-flex; align-items: center; justify-content: center; min-height: 2.25rem; padding: .375rem .875rem; font: inherit; font-size: .875rem; line-height: 1.4; color: inherit; text-decoration: none; background: var(--card); border: 1px solid var(--field); border-radius: .375rem; cursor: pointer; }
button:hover, a.button:hover { background: var(--hover); }
button.main, a.button.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); font-weight: 600; }
button.main:hover, a.button.main:hover { filter: brightness(1.08); }
:disabled { opacity: .6; cursor: not-allowed; }
button.plain { border-color: transparent; background: transparent; }
button.danger { color: var(--bad); border-color: currentColor; }
button.small { min-height: 1.75rem; padding: .125rem .5rem; font-size: .8125rem; }
td form { display: inline; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin: .75rem 0 .25rem; padding: 0; border-bottom: 1px solid var(--line); }
.tabs button { border: 0; border-bottom: 3px solid transparent; border-radius: 0; background: none; }
.tabs button[aria-selected="true"] { border-color: var(--accent); font-weight: 600; }
.tree, .tree ul { list-style: none; margin: 0; padding-left: 1rem; }
.tree { padding: .5rem .75rem; }
.tree li { padding: .125rem 0; overflow-wrap: anywhere; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines > li { padding: .5rem 0; border-top: 1px solid var(--line); }
.lines > li:first-child { border-top: 0; }
.lines.card { padding: .25rem 1rem; }
.lines form { display: inline; }
.chart { display: block; width: 100%; height: auto; }
.chart .ok { fill: var(--accent); }
.chart .failed { fill: var(--bad); }
.chart .axis { stroke: var(--line); }
.chart text { fill: var(--quiet); font-size: 11px; }
.key::before { content: ""; display: inline-block; width: .75rem; height: .75rem; margin-right: .375rem; border-radius: .125rem; background: var(--accent); }
.key.failed::before { background: var(--bad); }
.diff { margin: .5rem 0; font-size: .8125rem; }
.diff td { border: 0; padding: .0625rem .5rem; font-family: ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; width: 50%; }
.diff td.line { width: 1%; color: var(--quiet); text-align: right; white-space: nowrap; user-select: none; }
.diff tr.gone td.before, .diff tr.changed td.before { background: var(--bad-back); }
.diff tr.new td.after, .diff tr.changed td.after { background: var(--good-back); }
.diff del, .diff ins { text-decoration: none; font-weight: 700; border-radius: .125rem; }
.diff del { background: color-mix(in srgb, var(--bad) 25%, transparent); }
.diff ins { background: color-mix(in srgb, var(--good) 25%, transparent); }
form.card h2:first-of-type { margin-top: 0; }
::placeholder { color: var(--quiet); opacity: 1; }
.subnav { gap: .25rem; margin-bottom: .75rem; }
.subnav a { border: 1px solid var(--line); background: var(--card); }
.steps { margin: 0; padding-left: 1.25rem; }
.player { margin: 0 0 .75rem; }
.player video, .player img { display: block; width: 100%; max-width: 80rem; max-height: 75vh; min-height: 6rem; object-fit: contain; background: var(--code); }
.player figcaption { margin-top: .5rem; }
button[aria-pressed="true"] { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
blockquote { margin: .5rem 0; padding: .25rem .75rem; border-left: 3px solid var(--line); overflow-wrap: anywhere; }
.legend { list-style: none; padding: 0; }
.legend li { margin: .25rem 0; }
.said { list-style: none; padding: 0; }
.said li { margin: .625rem 0; max-width: 80ch; overflow-wrap: anywhere; }
.answer { font-size: 1.0625rem; }
.mark { display: inline-block; padding: 0 .375rem; border-radius: .25rem; font-size: .75rem; font-weight: 600; white-space: nowrap; }
.mark.quoted { color: var(--good); background: var(--good-back); }
.mark.checked { color: var(--accent); background: var(--hover); }
.mark.unchecked { color: var(--wait); background: var(--wait-back); }
.sentence.unchecked { font-style: italic; }
.lines > :target { background: var(--hover); }
.timeline { display: block; width: 100%; height: 2.5rem; }
.timeline rect { fill: var(--line); }
.timeline .changed { fill: var(--accent); }
.timeline .failed { fill: var(--bad); }
.timeline .skipped, .timeline .running { fill: var(--wait); }
.picker { display: grid; grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr); gap: 1rem; margin-top: .75rem; }
.pickable { max-height: 44rem; overflow: auto; }
.pickable svg { display: block; width: 100%; height: auto; }
.pickable rect { fill: transparent; stroke: color-mix(in srgb, #1d5bd6 45%, transparent); cursor: pointer; }
.pickable rect:hover, .pickable .pointed { fill: color-mix(in srgb, #1d5bd6 20%, transparent); stroke: #1d5bd6; stroke-width: 2; }
.pickable .chosen { fill: color-mix(in srgb, #1a8f4a 25%, transparent); stroke: #1a8f4a; stroke-width: 4; }
.picks { max-height: 40rem; overflow: auto; margin-top: .5rem; }
.picks li { overflow-wrap: anywhere; }
.picks .named { display: none; padding: .25rem 0 0 1.5rem; }
.picks .named p { flex-basis: 100%; margin: 0; }
.card .row + .row { margin-top: .75rem; }
.picks li:has(input:checked) .named { display: flex; }
.picks .pointed { background: var(--hover); }
.door { max-width: 26rem; margin: 12vh auto 0; padding: 1.75rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
.door button { width: 100%; margin-top: .875rem; }
.empty { padding: 2rem 1rem; text-align: center; color: var(--quiet); background: var(--card); border: 1px dashed var(--line); border-radius: .625rem; }
.empty p { margin: .25rem auto; }
@media (max-width: 60rem) {
  .picker { display: block; }
  .columns { display: block; }
  .side { display: none; }
  .menu { display: block; position: relative; order: -1; }
  .menu summary { padding: .25rem .625rem; border: 1px solid var(--field); border-radius: .375rem; cursor: pointer; }
  .menu nav { position: absolute; z-index: 3; left: 0; top: calc(100% + .375rem); width: 14rem; max-height: 80vh; overflow: auto; padding: .75rem; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; box-shadow: 0 .5rem 2rem rgb(0 0 0 / 25%); }
  main { padding: 1rem .875rem 3rem; }
  .top { padding: .5rem .875rem; }
}
@media (max-width: 40rem) {
  table.stacks thead { position: absolute; left: -99rem; }
  table.stacks tr { display: block; padding: .5rem .75rem; border-top: 1px solid var(--line); }
  table.stacks td, table.stacks th { display: block; padding: 0; border: 0; text-align: left; }
  table.stacks td:empty { display: none; }
  table.stacks td[data-name]::before { content: attr(data-name) " "; color: var(--quiet); font-size: .8125rem; }
  table.stacks tr:has(> .title) { display: flex; flex-wrap: wrap; position: relative; }
  table.stacks td.title { order: -1; flex: 0 0 100%; padding-right: 7rem; min-width: 0; width: auto; }
  table.stacks td.state { position: absolute; top: .5rem; right: .75rem; }
  table.stacks tr:has(> .title) td:not(.title, .state, :empty) { display: block; margin-right: .75rem; color: var(--quiet); font-size: .8125rem; }
  table.stacks tr:has(> .title) td:is(.title, .state, .short)::before { content: none; }
  .diff td { display: block; width: auto; }
  .diff td.line, .diff thead, .diff tr.same td.after { display: none; }
}
@media print {
  .top, .side, .skip, form, .beside, a.button, button, .tabs, .subnav, .fold { display: none; }
  .columns { display: block; }
  body { background: #fff; }
  .folded > :first-child { max-height: none !important; overflow: visible !important; mask-image: none !important; }
  .scroll { overflow: visible; }
}
`;
