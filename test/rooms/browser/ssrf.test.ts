import { createSite, type Site, type SiteRoute } from "dragline/testing";
import { isDraglineError } from "dragline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { corpusJson, corpusMissing } from "../../corpus.ts";
import { openWorld, type BrowserWorld } from "./test-browser.ts";

interface Forms {
  readonly dns: Readonly<Record<string, readonly string[]>>;
  readonly forms: readonly { readonly url: string; readonly must: "deny" | "reject" | "allow" }[];
}

const { dns, forms }: Forms = corpusMissing
  ? { dns: {}, forms: [] }
  : corpusJson<Forms>("ssrf/forms.json");
const denied = forms.filter(({ must }) => must !== "allow").map(({ url }) => url);
const path = await chromiumPath();

/** URLs of one page: Chromium makes the WebSockets of a page wait for each other. */
const PART = 12;
const parts = Array.from({ length: Math.ceil(denied.length / PART) }, (_, at) =>
  denied.slice(at * PART, (at + 1) * PART),
);

/** Asks for each URL in many ways, and shows when all that tells has told. */
function page(urls: readonly string[]): string {
  return `<!doctype html><title>asks</title><body><script>
    const over = [];
    const element = (tag, url) => {
      const made = document.createElement(tag);
      // A frame that Chromium refuses to load tells nothing.
      if (tag !== "iframe") over.push(new Promise((done) => { made.onload = made.onerror = done; }));
      made.src = url;
      document.body.append(made);
    };
    for (const url of ${JSON.stringify(urls).replaceAll("<", "\\u003c")}) {
      element("img", url);
      element("iframe", url);
      over.push(fetch(url, { mode: "no-cors" }).catch(() => {}));
      try { navigator.sendBeacon(url, "x"); } catch {}
      try {
        const socket = new WebSocket(url.replace(/^http/i, "ws"));
        over.push(new Promise((done) => { socket.onclose = done; }));
      } catch {}
    }
    Promise.all(over).then(() => {
      document.body.append(Object.assign(document.createElement("h1"), { id: "over" }));
    });
  </script>`;
}

/** Visits at once, as many as the pool has pages for. */
async function all<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => Promise<void>,
): Promise<void> {
  await Promise.all([...items].map((item) => visit(item)));
}

/** Written by hand: Node refuses to send some of them. */
function redirectTo(location: string): SiteRoute {
  const head = `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
  return (_, response) => response.socket?.end(head);
}

describe.skipIf(path === undefined || corpusMissing !== "")(
  `${browserTitle("a browser", path)} and the forms of request forgery${corpusMissing}`,
  () => {
    let listener: Site;
    let world: BrowserWorld;
    const fill = (url: string): string => url.replace("{P}", String(listener.port));

    beforeAll(async () => {
      listener = await createSite({ "*": "secret" });
      const redirects = denied.map((url, at) => [`/to/${at}`, redirectTo(fill(url))] as const);
      const asking = parts.map((urls, at) => [`/asks/${at}`, page(urls.map(fill))] as const);
      const through = parts.map((urls, at) => {
        const targets = urls.map((url) => `http://start.test/to/${denied.indexOf(url)}`);
        return [`/redirected/${at}`, page(targets)] as const;
      });
      const routes = Object.fromEntries([...redirects, ...asking, ...through]);
      world = await openWorld(
        { hosts: { "start.test": routes }, dns },
        { navigationTimeoutMs: 60_000, settleTimeoutMs: 1_000, pool: { queueTimeoutMs: 120_000 } },
      );
    });

    afterAll(async () => {
      await world[Symbol.asyncDispose]();
      await listener[Symbol.asyncDispose]();
    });

    it("visits none of them", { timeout: 360_000 }, async () => {
      await all(denied, async (url) => {
        const failure = await world.browser
          .visit(fill(url), { job: "forms", waitUntil: "domcontentloaded" })
          .then(
            (visited) => visited.url,
            (error: unknown) => error,
          );
        expect(isDraglineError(failure) ? failure.code : failure, url).toMatch(
          /^(?:ADDRESS_NOT_ALLOWED|INVALID_URL)$/,
        );
      });
      expect(listener.connections).toBe(0);
      expect(world.dialled).toEqual([]);
    });

    it.each([
      "file:///etc/passwd",
      "chrome://version",
      "view-source:http://start.test/",
      "about:blank",
      "data:text/html,x",
      "javascript:1",
      "ftp://start.test/",
      "blob:http://start.test/1",
      "devtools://devtools/bundled/inspector.html",
    ])("refuses %s before a browser is taken", async (url) => {
      await expect(world.browser.visit(url)).rejects.toMatchObject({ code: "INVALID_URL" });
    });

    it.each(["asks", "redirected"])(
      "lets no page reach them by image, frame, fetch, beacon or WebSocket (%s)",
      { timeout: 360_000 },
      async (kind) => {
        await all(parts.keys(), async (at) => {
          const { html } = await world.browser.visit(`http://start.test/${kind}/${at}`, {
            job: kind,
            block: [],
            actions: [{ type: "wait_for", selector: "#over", milliseconds: 30_000 }],
          });
          expect(html).toContain('id="over"');
          expect(html).not.toContain("secret");
        });
        expect(listener.connections).toBe(0);
      },
    );

    it("follows no redirect there", { timeout: 360_000 }, async () => {
      await all(denied.keys(), async (at) => {
        const outcome = await world.browser
          .visit(`http://start.test/to/${at}`, { job: "to", waitUntil: "domcontentloaded" })
          .then(
            (visited) => visited.html,
            (error: unknown) => error,
          );
        expect(String(outcome)).not.toContain("secret");
      });
      expect(listener.connections).toBe(0);
    });
  },
);

describe.skipIf(path === undefined)(`${browserTitle("a browser", path)} and rebinding`, () => {
  it("judges the answer of each connection", async () => {
    await using listener = await createSite({ "*": "secret" });
    const dns: Record<string, readonly string[]> = {};
    await using world = await openWorld({ hosts: { "start.test": {} }, dns });
    dns["rebound.test"] = ["127.0.0.1"];
    dns["mixed.test"] = ["93.184.215.14", "10.0.0.1"];
    for (const name of ["rebound.test", "mixed.test"]) {
      const visit = world.browser.visit(`http://${name}:${listener.port}/`);
      await expect(visit).rejects.toMatchObject({ code: "ADDRESS_NOT_ALLOWED" });
    }
    expect(listener.connections).toBe(0);
    expect(world.dialled).toEqual([]);
  });
});
