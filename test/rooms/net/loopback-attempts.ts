/** The ways of {@link attemptLoopback} that a proxy sees, each with a path of its own. */
export const attempts = [
  "img",
  "fetch",
  "xhr",
  "iframe",
  "object",
  "embed",
  "video",
  "audio-track",
  "script",
  "module",
  "stylesheet",
  "css-url",
  "font",
  "event-source",
  "beacon",
  "ping",
  "prefetch",
  "form",
  "window-open",
  "refresh",
  "worker",
  "import-scripts",
  "service-worker",
] as const;

/**
 * Runs in a page: asks a loopback port for one path per way, and asks a UDP port. Waits until each
 * has failed, where a page is told.
 */
export async function attemptLoopback(port: number, udp: number): Promise<void> {
  const at = (path: string): string => `http://127.0.0.1:${port}/${path}`;
  const settled: Promise<unknown>[] = [];
  const over = (target: EventTarget, ...events: string[]): void => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    for (const event of events) target.addEventListener(event, resolve, { once: true });
    settled.push(promise);
  };
  const untold = (tag: string, fields: Record<string, string>): HTMLElement => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(fields)) made.setAttribute(name, value);
    document.body.append(made);
    return made;
  };
  const element = (tag: string, fields: Record<string, string>): void => {
    over(untold(tag, fields), "load", "error");
  };

  element("img", { src: at("img") });
  element("iframe", { src: at("iframe") });
  untold("object", { data: at("object") });
  untold("embed", { src: at("embed") });
  element("video", { src: at("video") });
  untold("link", { rel: "prefetch", href: at("prefetch") });
  untold("link", { rel: "preconnect", href: at("") });
  untold("link", { rel: "dns-prefetch", href: at("") });
  element("script", { src: at("script") });
  element("script", { src: at("module"), type: "module" });
  element("link", { rel: "stylesheet", href: at("stylesheet") });
  untold("div", { style: `background: url(${at("css-url")})` }).textContent = "x";
  const track = untold("video", { crossorigin: "anonymous" });
  const subtitles = document.createElement("track");
  subtitles.default = true;
  subtitles.src = at("audio-track");
  track.append(subtitles);
  const refresh = untold("iframe", {});
  refresh.setAttribute(
    "srcdoc",
    `<meta http-equiv="refresh" content="0;url=${at("refresh")}"><p>x</p>`,
  );
  settled.push(new FontFace("stolen", `url(${at("font")})`).load().catch(() => {}));

  const frame = untold("iframe", { name: "target" });
  over(frame, "load");
  const form = untold("form", { action: at("form"), method: "post", target: "target" });
  (form as HTMLFormElement).submit();
  const link = untold("a", { href: "#", ping: at("ping") });
  link.click();

  settled.push(fetch(at("fetch"), { mode: "no-cors" }).catch(() => {}));
  const xhr = new XMLHttpRequest();
  over(xhr, "error", "load");
  xhr.open("GET", at("xhr"));
  xhr.send();
  over(new EventSource(at("event-source")), "error");
  over(new WebSocket(`ws://127.0.0.1:${port}/websocket`), "error", "open");
  navigator.sendBeacon(at("beacon"), "x");
  const code = (text: string): string => URL.createObjectURL(new Blob([text]));
  const inWorker = (text: string): void => {
    over(new Worker(code(text)), "message", "error");
  };
  inWorker(
    `fetch("${at("worker")}", { mode: "no-cors" }).catch(() => {}).then(() => postMessage(0))`,
  );
  inWorker(`try { importScripts("${at("import-scripts")}") } catch {} postMessage(0)`);

  // Before there is a worker: a refused one may be done before the page hears that it is ready.
  over(navigator.serviceWorker, "message");
  await navigator.serviceWorker.register(`/service-worker.js?${at("service-worker")}`);
  await navigator.serviceWorker.ready;
  const transport = new WebTransport(`https://127.0.0.1:${udp}/`);
  settled.push(
    transport.ready.catch(() => {}),
    transport.closed.catch(() => {}),
  );
  const urls = [
    `stun:127.0.0.1:${udp}`,
    `turn:127.0.0.1:${udp}?transport=udp`,
    `turn:127.0.0.1:${port}?transport=tcp`,
  ];
  const peer = new RTCPeerConnection({
    iceServers: [{ urls, username: "user", credential: "secret" }],
  });
  peer.createDataChannel("x");
  const gathered = Promise.withResolvers<void>();
  peer.addEventListener("icecandidate", ({ candidate }) => {
    if (candidate === null) gathered.resolve();
  });
  await peer.setLocalDescription();
  settled.push(gathered.promise);
  await Promise.all(settled);
  peer.close();
  // Last, since media are not loaded while the page is behind another.
  window.open(at("window-open"));
}

/** The service worker that {@link attemptLoopback} registers: it fetches what its URL names. */
export const serviceWorker = `
  self.addEventListener("install", () => self.skipWaiting());
  self.addEventListener("activate", (event) => event.waitUntil((async () => {
    await self.clients.claim();
    await fetch(self.location.search.slice(1), { mode: "no-cors" }).catch(() => {});
    for (const client of await self.clients.matchAll()) client.postMessage("done");
  })()));
`;
