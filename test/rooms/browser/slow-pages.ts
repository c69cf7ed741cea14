import type { IncomingMessage, ServerResponse } from "node:http";

/** Milliseconds that slow data takes: several times what a request is young for. */
export const SLOW_MS = 500;

/** Answers a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const shell = (body: string, script: string): string =>
  `<!doctype html><title>x</title><body>${body}<script>
   const app = document.getElementById("app") ?? document.body;
   const show = (text) => { const p = document.createElement("p"); p.textContent = text; app.append(p); };
   ${script}</script>`;

const article = `<main><h1>On the keeping of bees</h1><p>${"A colony in winter eats what it has stored, and the keeper leaves it alone. ".repeat(6)}</p></main>`;
const empty = `<header>Shop of fine goods, founded in 1890, open on every day</header><nav>${"<a href=/x>Goods and more goods</a> ".repeat(12)}</nav><div id=app></div>`;

/** Pages whose content comes late; each has "done" in it in the end. */
export const slowPages: Readonly<Record<string, string>> = {
  fetch: shell(empty, `fetch("/slow/json").then(() => show("done"));`),
  xhr: shell(
    empty,
    `const r = new XMLHttpRequest(); r.open("GET", "/slow/json"); r.onload = () => show("done"); r.send();`,
  ),
  script: shell(
    empty,
    `const s = document.createElement("script"); s.src = "/slow/script"; document.head.append(s);`,
  ),
  module: shell(empty, `import("/slow/module");`),
  graphql: shell(
    empty,
    `fetch("/slow/graphql", { method: "POST", body: '{"query":"{ goods }"}' }).then(() => show("done"));`,
  ),
  chain: shell(
    empty,
    `(async () => { for (const n of [1, 2, 3]) await fetch("/slow/json?page=" + n); show("done"); })();`,
  ),
  pause: shell(
    empty,
    `fetch("/now/json").then(() => setTimeout(() => fetch("/slow/json").then(() => show("done")), 200));`,
  ),
  busy: shell(
    `${article}<section id=app aria-busy=true></section>`,
    `fetch("/slow/json").then(() => { app.removeAttribute("aria-busy"); show("done"); });`,
  ),
  spinner: shell(
    `${article}<section id=app><div class="LoadingSpinner_a7b2">.</div></section>`,
    `fetch("/slow/json").then(() => { app.textContent = ""; show("done"); });`,
  ),
  skeleton: shell(
    `${article}<section id=app><div class="card MuiSkeleton-root"></div></section>`,
    `fetch("/slow/json").then(() => { app.textContent = ""; show("done"); });`,
  ),
  words: shell(
    `${article}<section id=app>Loading reviews…</section>`,
    `fetch("/slow/json").then(() => { app.textContent = ""; show("done"); });`,
  ),
  chinese: shell(
    `${article}<section id=app>加载中...</section>`,
    `fetch("/slow/json").then(() => { app.textContent = ""; show("done"); });`,
  ),
  progress: shell(
    `${article}<section id=app><progress></progress></section>`,
    `fetch("/slow/json").then(() => { app.textContent = ""; show("done"); });`,
  ),
  shadow: shell(
    `${article}<div id=app></div>`,
    `const root = app.attachShadow({ mode: "open" }); root.innerHTML = "<p class=loading>wait</p>";
     fetch("/slow/json").then(() => { root.innerHTML = "<p>done</p>"; app.title = "done"; });`,
  ),
  frame: `<!doctype html><title>x</title><iframe src="/hop/frame"></iframe>`,
  retry: shell(
    empty,
    `(async () => { while ((await fetch("/ready")).status === 202) await new Promise((r) => setTimeout(r, 100)); show("done"); })();`,
  ),
  twice: shell(empty, `fetch("/fail").then(() => fetch("/slow/json")).then(() => show("done"));`),
  body: shell(empty, `fetch("/slow/body").then((a) => a.json()).then(() => show("done"));`),
};

/** Pages that are whole with something in flight, or that ask again and again. */
export const restlessPages: Readonly<Record<string, string>> = {
  article: shell(article, `fetch("/never/messages?since=0");`),
  "long poll": shell(empty, `show("done"); fetch("/never/poll?since=0");`),
  "long poll again": shell(
    empty,
    `show("done"); (async () => { for (;;) await fetch("/half/updates/longpoll?t=" + Date.now()); })();`,
  ),
  "event source": shell(empty, `show("done"); new EventSource("/stream");`),
  "event stream by fetch": shell(empty, `show("done"); fetch("/stream");`),
  "endless text": shell(empty, `show("done"); fetch("/endless");`),
  "web socket": shell(
    empty,
    `show("done"); new WebSocket(location.origin.replace("http", "ws") + "/never/socket");`,
  ),
  "socket.io": shell(
    empty,
    `show("done"); fetch("/never/socket.io/?EIO=4&transport=polling&t=Oabc");`,
  ),
  beacon: shell(empty, `show("done"); navigator.sendBeacon("/never/visit", "x");`),
  analytics: shell(
    empty,
    `show("done"); fetch("/never/events", { method: "POST", body: "{}", keepalive: true });`,
  ),
  "analytics by script": shell(
    empty,
    `show("done"); const s = document.createElement("script"); s.src = "/never/gtag.js"; document.head.append(s);`,
  ),
  "ads in a frame": shell(
    empty,
    `show("done"); const f = document.createElement("iframe"); f.src = "/never/ads/slot1"; document.body.append(f);`,
  ),
  heartbeat: shell(empty, `show("done"); setInterval(() => fetch("/now/status"), 30);`),
  "slow repeats": shell(
    empty,
    `show("done"); fetch("/first/feed").then(() => fetch("/first/feed"));`,
  ),
  "images without end": shell(
    empty,
    `show("done"); setInterval(() => { new Image().src = "/never/camera.jpg?" + Math.random(); }, 30);`,
  ),
  "hidden spinner": shell(
    `${article}<div class=spinner style="display:none"></div><div class=preloader style="opacity:0">Loading…</div>`,
    `fetch("/never/messages");`,
  ),
  "loaded and lazy": shell(
    `<body class="page-loaded">${article}<img class="lazy-loading" alt=""><div class="lazyload">.</div>`,
    `fetch("/never/messages");`,
  ),
  "service worker": shell(empty, `show("done"); navigator.serviceWorker.register("/worker.js");`),
};

const json = { "content-type": "application/json" };

/** Answers of the site of these pages, by the beginning of the path; `site` keeps what it counts. */
export function slowAnswers(later: (ms: number, run: () => void) => void): Record<string, Answer> {
  let ready = 0;
  const asked = new Map<string, number>();
  const slow: Answer = ({ url = "" }, response) => {
    const isScript = /script|module/.test(url);
    const type = isScript ? { "content-type": "text/javascript" } : json;
    later(SLOW_MS, () => response.writeHead(200, type).end(isScript ? `show("done")` : "{}"));
  };
  return {
    "/slow/body": (_request, response) => {
      response.writeHead(200, json).write("{");
      later(SLOW_MS, () => response.end("}"));
    },
    "/slow/": slow,
    "/now/": (_request, response) => void response.writeHead(200, json).end("{}"),
    "/half/": (_request, response) => later(SLOW_MS, () => response.writeHead(200, json).end("{}")),
    "/fail": (_request, response) => void response.writeHead(503, json).end("{}"),
    "/ready": (_request, response) => {
      ready += 1;
      response.writeHead(ready > 6 ? 200 : 202, json).end("{}");
    },
    "/first/": ({ url = "" }, response) => {
      const times = (asked.get(url) ?? 0) + 1;
      asked.set(url, times);
      if (times === 1) response.writeHead(200, json).end("{}");
    },
    "/hop/frame": (_request, response) =>
      later(SLOW_MS / 2, () => response.writeHead(302, { location: "/late/frame" }).end()),
    "/late/frame": (_request, response) =>
      later(SLOW_MS / 2, () =>
        response.writeHead(200, { "content-type": "text/html" }).end("<p>done</p>"),
      ),
    "/stream": (_request, response) =>
      void response.writeHead(200, { "content-type": "text/event-stream" }).write("data: x\n\n"),
    "/endless": (_request, response) =>
      void response.writeHead(200, { "content-type": "text/plain" }).write("x"),
    "/worker.js": (_request, response) =>
      void response
        .writeHead(200, { "content-type": "text/javascript" })
        .end(`oninstall = (e) => e.waitUntil(fetch("/never/precache"));`),
    "/never/": () => {},
  };
}
