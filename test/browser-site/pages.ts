import type { SiteRoute } from "dragline/testing";

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;

/** A PNG of one red pixel. */
export const redPixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);

const image: SiteRoute = { headers: { "content-type": "image/png" }, body: redPixel };

const text = (body: string): SiteRoute => ({
  headers: { "content-type": "text/plain; charset=utf-8" },
  body,
});

const never: SiteRoute = () => {};

const login: SiteRoute = (request, response) => {
  let sent = "";
  request.on("data", (bytes: Buffer) => (sent += bytes.toString()));
  request.on("end", () => {
    const fields = new URLSearchParams(sent);
    const right = fields.get("user") === "anna" && fields.get("secret") === "tide";
    response.statusCode = 303;
    if (right) response.setHeader("set-cookie", "login=anna; Path=/; HttpOnly");
    response.setHeader("location", right ? "/account" : "/login?wrong");
    response.end();
  });
};

const account: SiteRoute = (request, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  const known = request.headers.cookie?.includes("login=anna") === true;
  response.end(
    page(
      "Account",
      known ? "<main><h1>Welcome, anna</h1><p>Berth 7.</p></main>" : "<p>Log in.</p>",
    ),
  );
};

/** Pages that show their content by script, one trait each. */
export const traitRoutes: Readonly<Record<string, SiteRoute>> = {
  "/pixel.png": image,
  "/plain": page("Plain", "<main><h1>Plain page</h1><p>It needs no script at all.</p></main>"),
  "/api/slow": (_request, response) => void setTimeout(() => response.end("slow answer"), 400),
  "/api/never": never,
  "/api/1": text("/api/2"),
  "/api/2": text("/api/3"),
  "/api/3": text("the end of the chain"),
  "/scroll": page(
    "Infinite scroll",
    `<main><h1>Feed</h1><ol id="feed"></ol></main><div id="end" style="height:10px"></div><script>
      let n = 0;
      const more = () => { for (let i = 0; i < 20 && n < 100; i++) { n++;
        feed.insertAdjacentHTML("beforeend", '<li style="height:120px">Post ' + n + "</li>"); } };
      more();
      new IntersectionObserver((seen) => { if (seen[0].isIntersecting) more(); }).observe(end);
    </script>`,
  ),
  "/login": page(
    "Login",
    `<form method="post" action="/session"><label>User <input name="user"></label>
      <label>Secret <input name="secret" type="password"></label><button>Log in</button></form>`,
  ),
  "/session": login,
  "/account": account,
  "/lazy": page(
    "Lazy images",
    `<main><h1>Gallery</h1>${Array.from(
      { length: 12 },
      (_, at) =>
        `<p style="height:400px">Picture ${at}<img loading="lazy" width="50" height="50" src="/pixel.png?${at}" alt="p${at}"></p>`,
    ).join("")}</main>`,
  ),
  "/shadow": page(
    "Shadow DOM",
    `<main><h1>Components</h1><harbour-card><b slot="name">Pier 4</b> and its crane</harbour-card></main><script>
      customElements.define("harbour-card", class extends HTMLElement { constructor() { super();
        this.attachShadow({ mode: "open" }).innerHTML =
          "<style>p{color:red}</style><h2>Card: <slot name=name>none</slot></h2><p>Here: <slot></slot>.</p><harbour-foot></harbour-foot>"; } });
      customElements.define("harbour-foot", class extends HTMLElement { constructor() { super();
        this.attachShadow({ mode: "open" }).innerHTML = "<p>Nested foot</p>"; } });
    </script>`,
  ),
  "/frames": page(
    "Frames",
    `<main><h1>Outer</h1><iframe src="/frame/inner"></iframe><p>After the frame.</p></main>`,
  ),
  "/frame/inner": page("Inner", `<p>Inside the frame: <a href="deeper">a link</a></p>`),
  "/worker": page(
    "Service worker",
    `<main><h1>Offline first</h1><p id="out">waiting</p></main><script>
      navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
        .then(() => new Promise((done) => navigator.serviceWorker.controller ? done()
          : navigator.serviceWorker.addEventListener("controllerchange", done)))
        .then(() => fetch("/from-worker")).then((r) => r.text()).then((t) => { out.textContent = t; out.insertAdjacentHTML("afterend", "<p>done</p>"); });
    </script>`,
  ),
  "/worker.js": {
    headers: { "content-type": "text/javascript" },
    body: `self.addEventListener("install", () => self.skipWaiting());
      self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));
      self.addEventListener("fetch", (e) => {
        if (e.request.url.endsWith("/from-worker")) e.respondWith(new Response("made by the worker"));
      });`,
  },
  "/popups": page(
    "Popups",
    `<main><h1>Popups</h1><p id="out">none</p><button onclick="window.open('/plain'); out.textContent = 'opened'">Open</button></main>`,
  ),
  "/dialogs": page(
    "Dialogs",
    `<main><h1>Dialogs</h1><p id="out"></p></main><script>
      alert("one"); const yes = confirm("two"); const answer = prompt("three", "x");
      out.textContent = "answered " + yes + " " + answer;
    </script>`,
  ),
  "/download": {
    headers: {
      "content-type": "text/csv",
      "content-disposition": 'attachment; filename="ships.csv"',
    },
    body: "name,tons\nAurora,1200\n",
  },
  "/data.json": { headers: { "content-type": "application/json" }, body: '{"ships": 2}' },
  "/moved": page(
    "Moved",
    `<p>One moment …</p><script>setTimeout(() => location.replace("/moved/2"), 50);</script>`,
  ),
  "/moved/2": page("Moved 2", `<script>location.href = "/plain";</script>`),
  "/animation": page(
    "Animation",
    `<style>@keyframes turn { to { transform: rotate(1turn); } } .s { animation: turn 1s linear infinite; width: 40px; height: 40px; background: red; }</style>
     <main><h1>Animated</h1><div class="s"></div><p id="clock">0</p></main><script>
      let n = 0; const tick = () => { clock.textContent = "frame " + (n++ % 2); requestAnimationFrame(tick); }; tick();
    </script>`,
  ),
  "/chain": page(
    "Chain",
    `<main><h1>Chain</h1><p id="out">…</p></main><script>
      (async () => { let next = "/api/1";
        while (next.startsWith("/")) { next = await (await fetch(next)).text(); document.body.append(document.createElement("i")); }
        out.textContent = next; out.insertAdjacentHTML("afterend", "<p>complete</p>"); })();
    </script>`,
  ),
  "/endless": page(
    "Endless request",
    `<main><h1>Ready</h1><p id="out">static</p></main><script>
      fetch("/api/never").catch(() => {}); new EventSource("/api/never");
      fetch("/api/slow").then((r) => r.text()).then((t) => document.querySelector("main").insertAdjacentHTML("beforeend", "<p>" + t + "</p>"));
    </script>`,
  ),
  "/challenge": {
    status: 503,
    headers: { "content-type": "text/html", "cf-mitigated": "challenge" },
    body: `<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>`,
  },
};
