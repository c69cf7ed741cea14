/** How the viewer's page looks: light and dark, from 320 pixels on. */
export const viewerStyle = `
:root {
  color-scheme: light dark;
  --ground: #eceef1; --bar: #ffffff; --ink: #1b1f24; --quiet: #59636e; --line: #d4d9df;
  --main: #1f5fd1; --main-ink: #ffffff; --hover: #eef1f5; --trouble: #b3261e;
  --shade: rgb(20 24 30 / 45%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #101317; --bar: #1a1f25; --ink: #e8ebef; --quiet: #9aa4b0; --line: #333b45;
    --main: #7aa7ff; --main-ink: #0c1420; --hover: #262d36; --trouble: #ff8a80;
    --shade: rgb(0 0 0 / 60%);
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html, body { height: 100%; margin: 0; }
body {
  display: flex; flex-direction: column; height: 100dvh; overflow: hidden;
  background: var(--ground); color: var(--ink);
  font: 15px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
header {
  display: flex; align-items: center; gap: 8px; padding: 8px 10px;
  background: var(--bar); border-bottom: 1px solid var(--line);
}
.group { display: flex; }
button {
  min-height: 38px; padding: 0 14px; border: 1px solid var(--line); border-radius: 8px;
  background: var(--bar); color: inherit; font: inherit; white-space: nowrap; cursor: pointer;
}
button:hover { background: var(--hover); }
button:disabled { opacity: .45; cursor: default; }
button.main { border-color: var(--main); background: var(--main); color: var(--main-ink); font-weight: 600; }
button.main:hover { filter: brightness(1.08); }
button.icon { width: 38px; padding: 0; border-color: transparent; }
button.icon svg {
  display: block; width: 20px; height: 20px; margin: auto; fill: none; stroke: currentColor;
  stroke-width: 2; stroke-linecap: round; stroke-linejoin: round;
}
:focus-visible { outline: 2px solid var(--main); outline-offset: 2px; }
input, dialog textarea {
  width: 100%; min-height: 38px; padding: 6px 12px; border: 1px solid var(--line);
  border-radius: 8px; background: var(--ground); color: inherit; font: inherit;
}
form { margin: 0; }
#go { flex: 1; min-width: 0; }
#address { border-radius: 19px; text-overflow: ellipsis; }
#time { min-width: 3.2em; color: var(--quiet); font-variant-numeric: tabular-nums; text-align: center; }
#time.short { color: var(--trouble); font-weight: 600; }
nav {
  display: flex; gap: 4px; padding: 4px 10px; overflow-x: auto;
  background: var(--bar); border-bottom: 1px solid var(--line);
}
.tab { display: flex; flex: 0 1 220px; min-width: 96px; border-radius: 8px; background: var(--ground); }
.tab button { min-height: 32px; border: 0; background: none; }
.tab button:first-child { flex: 1; min-width: 0; overflow: hidden; padding-right: 2px; text-align: left; text-overflow: ellipsis; }
.tab button:last-child { padding: 0 10px; color: var(--quiet); }
.tab:has([aria-current]) { box-shadow: inset 0 0 0 2px var(--main); }
main { position: relative; flex: 1; min-height: 0; overflow: hidden; }
#picture {
  position: absolute; inset: 0; margin: auto; max-width: 100%; max-height: 100%;
  background: #fff; cursor: default; touch-action: none; user-select: none; -webkit-user-select: none;
}
#keys {
  position: absolute; left: 0; top: 0; width: 1px; height: 1px; padding: 0; border: 0;
  opacity: 0; resize: none; font-size: 16px; pointer-events: none;
}
main:has(#keys:focus)::after {
  content: ""; position: absolute; inset: 0; box-shadow: inset 0 0 0 2px var(--main); pointer-events: none;
}
#notice {
  position: absolute; left: 50%; bottom: 16px; max-width: calc(100% - 32px); margin: 0; padding: 8px 14px;
  transform: translateX(-50%); border: 1px solid var(--line); border-radius: 8px;
  background: var(--bar); box-shadow: 0 4px 16px var(--shade);
}
#cover {
  position: absolute; inset: 0; display: grid; place-items: center; padding: 24px;
  background: var(--ground); text-align: center;
}
#cover.over { background: var(--shade); backdrop-filter: blur(2px); }
#cover.over > div {
  max-width: 26em; padding: 20px 24px; border-radius: 12px;
  background: var(--bar); box-shadow: 0 8px 32px var(--shade);
}
h1 { margin: 0 0 6px; font-size: 20px; }
h2 { margin: 0 0 8px; font-size: 18px; }
p { margin: 0 0 12px; }
#cover p { color: var(--quiet); }
footer {
  display: none; gap: 8px; padding: 6px 10px calc(6px + env(safe-area-inset-bottom));
  background: var(--bar); border-top: 1px solid var(--line);
}
footer button { flex: 1; }
button[aria-pressed="true"] { border-color: var(--main); color: var(--main); font-weight: 600; }
dialog {
  width: min(26em, calc(100vw - 32px)); padding: 20px; border: 1px solid var(--line); border-radius: 12px;
  background: var(--bar); color: inherit; box-shadow: 0 8px 32px var(--shade);
}
dialog::backdrop { background: var(--shade); }
dialog label { display: block; margin-bottom: 4px; color: var(--quiet); font-size: 14px; }
#ask-message { max-height: 40vh; overflow: auto; overflow-wrap: anywhere; white-space: pre-wrap; }
.trouble { margin: 8px 0 0; color: var(--trouble); }
/* What Enter does stands first in the page, and last to the eye. */
.row { display: flex; flex-direction: row-reverse; gap: 8px; margin-top: 16px; }
@media (pointer: coarse), (max-width: 640px) { footer { display: flex; } input, dialog textarea { font-size: 16px; } }
@media (max-width: 640px) {
  header { flex-wrap: wrap; gap: 6px; padding: 6px 8px; }
  #go { order: 1; flex-basis: 100%; }
  #time { margin-left: auto; }
}
`;
