/** How the player looks: of no other file, light and dark as the system is. */
export const playerStyle = `
:root { color-scheme: light dark; --text: #1c1e21; --quiet: #5f6670; --ground: #f6f7f8; --line: #d4d8dd; --accent: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaed; --quiet: #a3abb5; --ground: #16181b; --line: #343a41; --accent: #7db7f5; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1400px; margin: 0 auto; padding: 16px; }
h1 { font-size: 1.25rem; margin: 0 0 4px; overflow-wrap: anywhere; }
p { margin: 0 0 12px; color: var(--quiet); overflow-wrap: anywhere; }
video { display: block; width: 100%; max-height: calc(100vh - 200px); background: #000; border-radius: 6px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-top: 12px; }
button, .row a { font: inherit; color: var(--text); background: none; border: 1px solid var(--line); border-radius: 6px; padding: 6px 12px; min-height: 40px; text-decoration: none; cursor: pointer; }
button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent); font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.row a { margin-left: auto; }
.notice { border: 1px solid var(--line); border-radius: 6px; padding: 48px 16px; text-align: center; }
kbd { font: inherit; border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; }
`;
