import type { SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openTestBrowser } from "./test-browser.ts";
import { createSite } from "dragline/testing";

const path = await chromiumPath();

/** Leaves a trace of each kind, and tells which were there before. */
const page = `<!doctype html><title>traces</title><pre id="found"></pre><script>
  (async () => {
    const found = { cookie: document.cookie, local: localStorage.mark ?? null, session: sessionStorage.mark ?? null };
    found.caches = await caches.keys();
    found.databases = (await indexedDB.databases()).map((d) => d.name);
    found.workers = (await navigator.serviceWorker.getRegistrations()).length;
    found.controlled = navigator.serviceWorker.controller !== null;
    const root = await navigator.storage.getDirectory();
    found.files = []; for await (const name of root.keys()) found.files.push(name);
    const cached = await (await fetch("/counted")).text();
    found.cached = cached;
    document.cookie = "mark=1; max-age=1000"; localStorage.mark = 1; sessionStorage.mark = 1;
    await caches.open("mark"); await root.getFileHandle("mark", { create: true });
    await new Promise((done) => { const o = indexedDB.open("mark"); o.onsuccess = done; });
    await navigator.serviceWorker.register("/worker.js"); await navigator.serviceWorker.ready;
    document.getElementById("found").textContent = JSON.stringify(found);
    document.title = "done";
    document.body.append(Object.assign(document.createElement("h1"), { id: "done" }));
  })().catch((e) => { document.getElementById("found").textContent = String(e); document.body.append(Object.assign(document.createElement("h1"), { id: "done" })); });
</script>`;

function routes(): Readonly<Record<string, SiteRoute>> {
  let count = 0;
  return {
    "/": page,
    "/worker.js": { headers: { "content-type": "text/javascript" }, body: "onfetch = () => {};" },
    "/counted": (_, response) => {
      count += 1;
      response.setHeader("cache-control", "max-age=1000");
      response.end(String(count));
    },
  };
}

function foundIn(html: string): unknown {
  return JSON.parse(
    /<pre id="found">(.*?)<\/pre>/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "null",
  );
}

const nothing = {
  cookie: "",
  local: null,
  session: null,
  caches: [],
  databases: [],
  workers: 0,
  controlled: false,
  files: [],
};

describe.skipIf(path === undefined)(`${browserTitle("tenants", path)} of a browser`, () => {
  it("share nothing, whatever a page stores", { timeout: 60_000 }, async () => {
    await using site = await createSite(routes());
    // Storage of pages takes a secure context, which a name would not be.
    await using browser = openTestBrowser({ allow: ["127.0.0.1"] });
    const look = async (call: { tenant?: string; job?: string }) =>
      foundIn((await browser.visit(site.url("/"), { ...call, waitFor: "#done" })).html);
    expect(await look({ tenant: "a", job: "j" })).toEqual({ ...nothing, cached: "1" });
    expect(await look({ tenant: "b", job: "j" })).toEqual({ ...nothing, cached: "2" });
    expect(await look({ tenant: "a" })).toEqual({ ...nothing, cached: "3" });
    expect(await look({ tenant: "a", job: "other" })).toEqual({ ...nothing, cached: "4" });
    // The same job of the same tenant is one visitor.
    expect(await look({ tenant: "a", job: "j" })).toMatchObject({
      cookie: "mark=1",
      local: "1",
      caches: ["mark"],
      databases: ["mark"],
      files: ["mark"],
      workers: 1,
      cached: "1",
    });
  });
});
