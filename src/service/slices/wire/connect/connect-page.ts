import { escapeAttribute, escapeText } from "../../../../html/internal.ts";

/** The page, and what it is sent with. */
interface ConnectPage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a page is made for. */
interface PageFacts {
  /** What people call the site. */
  readonly site: string;
  /** Path of the routes of logins by hand: `/v1/wire/connect`. */
  readonly root: string;
  readonly slug: string;
  /** Random, of this answer alone. */
  readonly nonce: string;
}

/**
 * The page that a `connect_url` opens for a person: it asks for an API key, opens a browser on the
 * site's login page, leads to its viewer and stores the login. It loads nothing, and keeps the key
 * in its own memory alone.
 */
export function connectPage({ site, root, slug, nonce }: PageFacts): ConnectPage {
  const name = escapeText(site);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Connect ${name}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main data-root="${escapeAttribute(root)}" data-slug="${escapeAttribute(slug)}">
<h1>Connect ${name}</h1>
<noscript><p>This page needs JavaScript.</p></noscript>
<form id="ask">
<p>You sign in to ${name} yourself, in a browser of this service. The service keeps the login for your account, but not your password.</p>
<label for="key">API key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" required>
<button id="begin">Open the browser</button>
</form>
<section id="open" hidden>
<p><a id="viewer" target="_blank" rel="noopener">Sign in to ${name}</a> in a new tab, then come back.</p>
<p class="quiet">The browser closes by itself after <span id="minutes"></span> minutes.</p>
<button id="finish">I have signed in</button>
<button id="cancel" class="plain">Cancel</button>
</section>
<section id="done" hidden>
<p>${name} is connected. You can close this page.</p>
</section>
<p id="told" role="status"></p>
<button id="over" class="plain" hidden>End the open browser and start again</button>
</main>
<script nonce="${nonce}">"use strict";
${script}</script>
</body>
</html>
`;
  return { html, headers: headersWith(nonce) };
}

function headersWith(nonce: string): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "img-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-security-policy": policy.join("; "),
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
  };
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; background: light-dark(#f4f5f7, #16181d); color: light-dark(#1b1f24, #e8eaed); }
main { box-sizing: border-box; width: min(26rem, 100%); padding: 2rem; background: light-dark(#fff, #20242b); border-radius: .75rem; box-shadow: 0 1px 4px #0003; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; overflow-wrap: anywhere; }
label { display: block; margin-top: 1rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; margin: .25rem 0 1rem; padding: .625rem; font: inherit; color: inherit; background: transparent; border: 1px solid #8a919c; border-radius: .375rem; }
button { width: 100%; margin-top: .5rem; padding: .625rem; font: inherit; font-weight: 600; color: #fff; background: #1d5bd6; border: 1px solid #1d5bd6; border-radius: .375rem; cursor: pointer; }
button.plain { color: inherit; background: transparent; border-color: #8a919c; font-weight: 400; }
button:disabled { opacity: .6; cursor: progress; }
a { color: light-dark(#1d5bd6, #8ab4ff); font-weight: 600; }
:focus-visible { outline: 3px solid light-dark(#1d5bd6, #8ab4ff); outline-offset: 2px; }
.quiet { color: light-dark(#57606a, #a8b0bb); font-size: .875rem; }
#told:empty { display: none; }
#told { margin: 1rem 0 0; color: light-dark(#a4262c, #ff9c9c); overflow-wrap: anywhere; }
[hidden] { display: none; }
`;

const script = `
const at = (id) => document.getElementById(id);
const { root, slug } = document.querySelector("main").dataset;
const here = root + "/" + encodeURIComponent(slug);
let session = "";
let blocking = "";

async function call(method, path, body) {
  for (const button of document.querySelectorAll("button")) button.disabled = true;
  at("told").textContent = "";
  at("over").hidden = true;
  try {
    const headers = { "X-API-Key": at("key").value.trim() };
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    const json = await answer.json();
    if (answer.ok) return json;
    const error = json.error ?? {};
    at("told").textContent = answer.status === 401
      ? "This API key is not valid."
      : error.message ?? "The service sent an unexpected answer.";
    blocking = error.session_id ?? "";
    at("over").hidden = blocking === "";
  } catch {
    at("told").textContent = "The service could not be reached. Try again.";
  } finally {
    for (const button of document.querySelectorAll("button")) button.disabled = false;
  }
}

function show(id) {
  for (const part of ["ask", "open", "done"]) at(part).hidden = part !== id;
}

async function begin() {
  const started = await call("POST", here + "/start");
  if (started === undefined) return;
  session = started.session.session_id;
  at("viewer").href = started.session.novnc_url;
  at("minutes").textContent = Math.round(started.session.expires_in / 60);
  show("open");
  at("viewer").focus();
}

at("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  void begin();
});
at("finish").addEventListener("click", async () => {
  const done = await call("POST", here + "/finish", { session_id: session });
  if (done !== undefined) show("done");
});
at("cancel").addEventListener("click", async () => {
  await call("DELETE", root + "/cancel/" + encodeURIComponent(session));
  show("ask");
});
at("over").addEventListener("click", async () => {
  if ((await call("DELETE", root + "/cancel/" + encodeURIComponent(blocking))) !== undefined) await begin();
});
`;
