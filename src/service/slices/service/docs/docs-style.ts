/** The style of the page, light and dark. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f5f7, #16181d); --card: light-dark(#fff, #20242b);
  --text: light-dark(#1b1f24, #e8eaed); --quiet: light-dark(#57606a, #a8b0bb);
  --line: light-dark(#d5dae1, #3a404a); --accent: light-dark(#1d5bd6, #8ab4ff);
  --code: light-dark(#eef1f5, #12151a);
  font: 1rem/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); }
header, .columns { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; }
h1 { margin: 0; font-size: 1.75rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; scroll-margin-top: 1rem; }
h3 { margin: 1.25rem 0 .375rem; font-size: .875rem; }
p { margin: .375rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
code, pre, textarea { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .8125rem; }
.quiet { color: var(--quiet); font-size: .875rem; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; }
#tools { display: flex; flex-wrap: wrap; gap: .75rem; margin: .75rem 0 .25rem; }
#tools label { flex: 1 1 16rem; font-size: .875rem; font-weight: 600; }
input, textarea, select { display: block; width: 100%; margin-top: .25rem; padding: .5rem .625rem; font-size: .875rem; color: inherit; background: var(--card); border: 1px solid light-dark(#8a919c, #6b7280); border-radius: .375rem; }
input { font-family: inherit; }
.columns { display: grid; grid-template-columns: 12rem minmax(0, 1fr); gap: 2rem; }
nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 1.5rem 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .25rem .5rem; color: inherit; text-decoration: none; border-radius: .25rem; font-size: .875rem; }
nav a:hover { background: var(--card); }
main { padding-bottom: 4rem; }
details { margin: .375rem 0; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
summary { display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .75rem; padding: .5rem .75rem; cursor: pointer; list-style: none; border-radius: .5rem; }
summary::-webkit-details-marker { display: none; }
summary span { color: var(--quiet); font-size: .875rem; }
summary code { overflow-wrap: anywhere; font-weight: 600; }
.method { flex: none; min-width: 4rem; padding: .0625rem .375rem; text-align: center; font-size: .75rem; border-radius: .25rem; color: #fff; background: #1f6f4a; }
.method.post { background: #1d5bd6; }
.method.patch, .method.put { background: #8a5a00; }
.method.delete { background: #b3261e; }
.rest { padding: 0 .75rem 1rem; border-top: 1px solid var(--line); }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
th, td { padding: .375rem .5rem .375rem 0; text-align: left; vertical-align: top; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
th { font-weight: 400; width: 26%; }
td:nth-child(2) { width: 18%; color: var(--quiet); }
.need { color: light-dark(#a4262c, #ff9c9c); font-size: .75rem; }
.scroll { overflow-x: auto; }
pre { margin: 0; padding: .75rem; max-height: 30rem; overflow: auto; background: var(--code); border: 1px solid var(--line); border-radius: .375rem; white-space: pre-wrap; overflow-wrap: anywhere; }
textarea { min-height: 8rem; resize: vertical; background: var(--code); }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin: .375rem 0; }
button { padding: .375rem .75rem; font: inherit; font-size: .8125rem; color: inherit; background: transparent; border: 1px solid light-dark(#8a919c, #6b7280); border-radius: .375rem; cursor: pointer; }
button[aria-pressed="true"], button.send { color: #fff; background: #1d5bd6; border-color: #1d5bd6; }
button:disabled { opacity: .6; cursor: default; }
.copy { margin-left: auto; }
.fields { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .5rem .75rem; }
.fields label, .body { font-size: .8125rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none !important; }
@media (max-width: 56rem) {
  .columns { grid-template-columns: minmax(0, 1fr); gap: 0; }
  nav { position: static; max-height: none; padding: 1rem 0 0; }
  nav ul { display: flex; flex-wrap: wrap; gap: .25rem; }
  nav a { border: 1px solid var(--line); }
}
@media (max-width: 40rem) {
  tr { display: block; padding: .375rem 0; border-top: 1px solid var(--line); }
  th, td, td:nth-child(2) { display: block; width: auto; padding: 0; border: 0; }
}
@media print { nav, #tools, .skip { display: none; } }
`;
