/** What the viewer's page consists of. */
export const viewerBody = `<body>
<header>
  <div class="group" role="group" aria-label="History">
    <button id="back" class="icon" aria-label="Back" title="Back"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M15 5l-7 7 7 7"/></svg></button>
    <button id="forward" class="icon" aria-label="Forward" title="Forward"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 5l7 7-7 7"/></svg></button>
    <button id="reload" class="icon" aria-label="Reload" title="Reload"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M19 12a7 7 0 1 1-2.05-4.95L19 9M19 4v5h-5"/></svg></button>
  </div>
  <form id="go"><input id="address" type="text" inputmode="url" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false" enterkeyhint="go" aria-label="Address" maxlength="2048"></form>
  <span id="time" role="timer" aria-label="Time left" title="Time left">10:00</span>
  <button id="save" class="main">Save login</button>
</header>
<nav id="tabs" aria-label="Tabs" hidden></nav>
<main id="stage">
  <canvas id="picture" width="1" height="1" role="img" aria-label="The remote browser. Keys that you press go to it; F6 returns to the buttons."></canvas>
  <textarea id="keys" aria-label="Keyboard of the remote browser; F6 returns to the buttons" autocomplete="off" autocapitalize="off" autocorrect="off" spellcheck="false"></textarea>
  <p id="notice" role="status" aria-live="polite" hidden></p>
  <div id="cover" role="alert"><div><h1 id="cover-title">Connecting…</h1><p id="cover-text">The browser is being opened.</p><button id="again" class="main" hidden>Use it here</button></div></div>
</main>
<footer>
  <button id="type" aria-pressed="false">Keyboard</button>
  <button id="paste">Paste</button>
</footer>
<dialog id="ask" aria-labelledby="ask-title"><form id="ask-form" method="dialog">
  <h2 id="ask-title">The page says</h2>
  <p id="ask-message"></p>
  <input id="ask-text" type="text" aria-label="Answer" autocomplete="off">
  <div class="row"><button id="ask-ok" class="main" value="yes">OK</button><button id="ask-cancel" value="no">Cancel</button></div>
</form></dialog>
<dialog id="naming" aria-labelledby="naming-title"><form method="dialog">
  <h2 id="naming-title">Save this login?</h2>
  <p>This saves cookies and site storage, and ends this browser. Log in first.</p>
  <label for="name">Name</label>
  <input id="name" type="text" maxlength="100" required autocomplete="off">
  <p id="naming-trouble" class="trouble" role="alert" hidden></p>
  <div class="row"><button id="naming-ok" class="main" value="yes">Save and close</button><button value="no" formnovalidate>Not yet</button></div>
</form></dialog>
<dialog id="pasting" aria-labelledby="pasting-title"><form method="dialog">
  <h2 id="pasting-title">Paste</h2>
  <p>Paste the text here. It is typed at the cursor of the page.</p>
  <textarea id="pasting-text" rows="4" aria-label="Text to paste" autocomplete="off" autocapitalize="off" spellcheck="false"></textarea>
  <div class="row"><button class="main" value="yes">Paste</button><button value="no">Cancel</button></div>
</form></dialog>
</body>`;
