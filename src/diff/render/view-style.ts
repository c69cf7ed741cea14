/** The style of the HTML view: for wide and narrow screens, light and dark, and for paper. */
export const viewStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c2128; --quiet: #59636e; --line: #d6dbe1; --band: #f3f5f8;
  --del: #ffecea; --del-word: #ffc4be; --del-mark: #a40e26;
  --ins: #e6f7ea; --ins-word: #a9e5b9; --ins-mark: #116329;
  --move: #f1edff; --move-mark: #5b3fb8; --void: #f8f9fb; --focus: #0a5fd6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #12161c; --ink: #dde3ea; --quiet: #97a2af; --line: #2d343d; --band: #1b2028;
    --del: #35191c; --del-word: #7a2a31; --del-mark: #ff9c96;
    --ins: #14291b; --ins-word: #1f6033; --ins-mark: #74d68c;
    --move: #231d3d; --move-mark: #b9a6ff; --void: #161a21; --focus: #6cb0ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
header, footer { max-width: 100rem; margin: 0 auto; padding: 1.25rem 1.5rem 1rem; }
h1 { margin: 0 0 .35rem; font-size: 1.35rem; line-height: 1.3; overflow-wrap: anywhere; }
header p { margin: 0 0 .25rem; color: var(--quiet); }
.adds { color: var(--ins-mark); font-weight: 600; }
.dels { color: var(--del-mark); font-weight: 600; }
.notice { border-left: 3px solid var(--move-mark); padding: .15rem 0 .15rem .75rem; }
a { color: inherit; }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 2px; }
main { max-width: 100rem; margin: 0 auto; padding: 0 1.5rem 1rem; }
table { width: 100%; border-collapse: separate; border-spacing: 0; table-layout: fixed;
  border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
caption { text-align: left; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; }
col.number { width: 3.6rem; }
thead th { padding: .45rem .75rem; background: var(--band); border-bottom: 1px solid var(--line);
  text-align: left; font-weight: 600; overflow-wrap: anywhere; }
td { padding: .1rem .75rem; vertical-align: top; }
td.number { padding: .1rem .5rem; text-align: right; color: var(--quiet); user-select: none;
  font: 12px/1.75 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
td.text { font: 13px/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
  white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; unicode-bidi: plaintext; }
td.text + td.number { border-left: 1px solid var(--line); }
del, ins { text-decoration: none; display: block; }
del::before { content: "\\2212"; color: var(--del-mark); }
ins::before { content: "+"; color: var(--ins-mark); }
del::before, ins::before { float: left; margin-left: -.7rem; width: .7rem; user-select: none; }
td.same, td.gone, td.new, td.from, td.to { padding-left: 1.1rem; }
.gone { background: var(--del); }
.new { background: var(--ins); }
.from, .to { background: var(--move); }
.void { background: var(--void); }
mark { color: inherit; border-radius: 2px; padding: .05rem 0; }
del mark { background: var(--del-word); text-decoration: line-through;
  text-decoration-thickness: 1px; }
ins mark { background: var(--ins-word); }
tr.gap td, tr.note td { padding: .35rem .75rem; background: var(--band); color: var(--quiet);
  font-size: 13px; border-block: 1px solid var(--line); }
tr.gap:first-child td { border-top: 0; }
tr.gap:last-child td { border-bottom: 0; }
tr.note td { background: var(--move); color: var(--move-mark); }
tr.gap span { float: right; }
:target { outline: 2px solid var(--focus); outline-offset: -2px; }
@media (max-width: 46rem) {
  header, footer { padding: 1rem; }
  main { padding: 0; }
  table { border-width: 1px 0; border-radius: 0; }
  table, tbody, tr { display: block; }
  colgroup, thead { display: none; }
  tr.pair { display: grid; grid-template-columns: 3rem minmax(0, 1fr); }
  td { display: block; }
  td.text + td.number { border-left: 0; }
  td.void, td.again { display: none; }
}
@media print {
  body { font-size: 11px; }
  td, tr { break-inside: avoid; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
