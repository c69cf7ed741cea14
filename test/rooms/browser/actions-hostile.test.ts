import type { Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../src/core/index.ts";
import { runActions, type Action } from "../../../src/browser/actions/index.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { ActionStage, failureOf, hurried, outcomes, said } from "./action-stage.ts";
import { watchPage } from "./watch-page.ts";

const path = await chromiumPath();
const click = (selector: string) => ({ type: "click", selector }) as const;
const write = (text: string) => ({ type: "write", text }) as const;
const press = (key: string) => ({ type: "press", key }) as const;
const waitFor = (selector: string, milliseconds?: number) =>
  ({ type: "wait_for", selector, milliseconds }) as const;

describe.skipIf(path === undefined)(`${browserTitle("runActions", path)} on a hostile page`, () => {
  let stage: ActionStage;
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", {
      "/blank": "",
      "/next": `<h1 id="next">next</h1>`,
      "/hung": `<p>hung</p><script>onmessage = () => { for (;;); }; parent.postMessage("here", "*")</script>`,
      "/hanging": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.end(
          `<iframe src="${stage.elsewhere("/hung")}"></iframe><script>onmessage = (e) => { e.source.postMessage("hang", "*");
            setTimeout(() => document.body.insertAdjacentHTML("beforeend", "<button id=b onclick='done = 1'>b</button>"), 300) }</script>`,
        );
      },
    });
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  /** A button at the end of a page that changed what scripts can reach. */
  const lying = `<div style="height:3000px"></div><input id="i"><button id="b" onclick="hit = event.isTrusted">b</button><script>
    const refuse = () => { throw new Error("no") };
    for (const name of ["querySelector", "querySelectorAll", "elementFromPoint", "createTreeWalker", "createElement"]) Document.prototype[name] = refuse;
    for (const name of ["getBoundingClientRect", "getClientRects", "scrollIntoView", "matches", "closest", "checkVisibility", "scrollBy"]) Element.prototype[name] = refuse;
    for (const name of ["assignedSlot", "shadowRoot", "clientHeight", "scrollHeight"]) Object.defineProperty(Element.prototype, name, { get: refuse });
    Object.defineProperty(Document.prototype, "activeElement", { get: refuse });
    getComputedStyle = scrollTo = scrollBy = JSON.stringify = Array.from = Array.prototype.flatMap = Promise.prototype.then = refuse;
    Array.prototype.toJSON = Object.prototype.toJSON = () => "lie"; Array.prototype[Symbol.iterator] = refuse; innerHeight = 1</script>`;

  it("is not misled by a page that overrides the platform", async () => {
    const page = await stage.freshPage(lying);
    const actions = [
      waitFor("#b"),
      { type: "scroll" } as const,
      click("#i"),
      write("2x"),
      click("#b"),
    ];
    expect(await outcomes(page, actions)).toEqual(["done", "done", "done", "done", "done"]);
    const session = await page.createCDPSession();
    const { result } = await session.send("Runtime.evaluate", { expression: "hit + i.value" });
    expect(result.value).toBe("true2x");
  });

  it.each(["alert('a')", "confirm('a')", "prompt('a', 'b')"])("goes on after %s", async (call) => {
    const page = await stage.freshPage(
      `<button id="a" onclick="answer = String(${call}); done = 1">a</button><button id="b" onclick="done = 2">b</button>`,
    );
    expect(await outcomes(page, [click("#a"), click("#b")])).toEqual(["done", "done"]);
    expect(await page.evaluate("done + answer")).toMatch(/^2(?:undefined|true|b)$/);
  });

  it("leaves a dialog to whoever answers it", async () => {
    const page = await stage.freshPage(`<button id="a" onclick="answer = confirm('a')">a</button>`);
    page.on("dialog", (dialog) => systemClock.timer(200, () => void dialog.dismiss()));
    expect(await outcomes(page, [click("#a")])).toEqual(["done"]);
    expect(await page.evaluate("answer")).toBe(false);
  });

  it("fails when the page shows dialogs without end", async () => {
    const page = await stage.freshPage(`<button id="a" onclick="for (;;) alert()">a</button>`);
    const { details } = await failureOf(runActions(page, [click("#a")], { clock: hurried }));
    expect(details).toMatchObject({ index: 0, reason: "timed out" });
    await page.browserContext().close();
  });

  it("fails when the page closes itself", async () => {
    const page = await stage.freshPage(`<button id="a" onclick="window.open('/next')">a</button>`);
    const popup = new Promise<Page>((resolve) =>
      page.once("popup", (page) => resolve(page as Page)),
    );
    await outcomes(page, [click("#a")]);
    const tab = await popup;
    await tab.waitForSelector("#next");
    await tab.evaluate(
      "document.body.innerHTML = `<button id=x onclick='window.close()'>x</button>`",
    );
    const { message, details } = await failureOf(
      runActions(tab, [click("#x"), { type: "wait", milliseconds: 15_000 }]),
    );
    expect(message).toMatch(/^action [01] \(\w+\): page closed\.$/);
    expect(details.reason).toBe("page closed");
  });

  it("fails when the page is closed, before or meanwhile", async () => {
    const page = await stage.freshPage("<p>");
    const run = failureOf(runActions(page, [{ type: "wait", milliseconds: 15_000 }]));
    await page.close();
    expect((await run).details.reason).toBe("page closed");
    expect((await failureOf(runActions(page, [click("p")]))).details.reason).toBe("page closed");
  });

  it("fails when the page crashes", async () => {
    const page = await stage.freshPage("<p>");
    page.on("error", () => {});
    const run = failureOf(runActions(page, [waitFor("p"), { type: "wait", milliseconds: 15_000 }]));
    const session = await page.createCDPSession();
    session.send("Page.crash").catch(() => {});
    expect((await run).details.reason).toBe("page crashed");
    await page.browserContext().close();
  });

  it("fails when the browser is killed", async () => {
    await using browser = await openChromium(path ?? "");
    const page = await browser.newPage();
    const run = failureOf(runActions(page, [waitFor("#none", 15_000)]));
    await page.evaluate("0");
    browser.process()?.kill("SIGKILL");
    expect((await run).details.reason).toBe("page closed");
    expect((await failureOf(runActions(page, [click("p")]))).code).toBe("ACTION_FAILED");
  });

  it.each<[string, Action]>([
    ["click", click("#b")],
    ["scroll", { type: "scroll" }],
    ["write", write("x")],
    ["press", press("x")],
    ["wait_for", waitFor("#x", 100)],
  ])("gives up a page that hangs: %s", async (_, action) => {
    const page = await stage.freshPage(`<button id="b">b</button>`);
    // A timer could begin after the input.
    void page.evaluate("for (;;);").catch(() => {});
    const { details } = await failureOf(runActions(page, [action], { clock: hurried }));
    expect(details).toMatchObject({
      index: 0,
      reason: "timed out",
      reports: [{ outcome: "timed_out" }],
    });
    await page.browserContext().close();
  });

  it("passes over a frame that hangs", async () => {
    const page = await stage.freshPage("/hanging");
    await runActions(page, [waitFor("#b")]);
    let asked = 0;
    const clock: Clock = {
      now: () => systemClock.now(),
      monotonic: () => systemClock.monotonic(),
      timer(ms, run) {
        // What a frame's process may take to answer.
        if (ms === 1000) asked += 1;
        return systemClock.timer(ms, run);
      },
    };
    const none = click("#none");
    const reports = await runActions(page, [none, none, none, click("#b")], { clock });
    const skipped = "skipped: not found";
    expect(said(reports)).toEqual([skipped, skipped, skipped, "done"]);
    expect(asked).toBe(1);
    expect(await page.evaluate("done")).toBe(1);
    await page.browserContext().close();
  });

  it("clicks in a page that is built anew all the time", async () => {
    const page = await stage.freshPage(
      `<main></main><script>setInterval(() => { document.querySelector("main").innerHTML = "<button id=b onmousedown='done = 1'>b</button>" }, 5)</script>`,
    );
    expect(await outcomes(page, [click("#b")])).toEqual(["done"]);
    expect(await page.evaluate("done")).toBe(1);
  });

  it("survives a page that reloads itself all the time", async () => {
    const page = await stage.freshPage(
      `<p id="p"><script>if (sessionStorage.n !== "20") setTimeout(() => { sessionStorage.n = Number(sessionStorage.n ?? 0) + 1; location = "/again?" + sessionStorage.n }, 20)</script>`,
    );
    expect(await outcomes(page, [waitFor("#never, p:not(#p), body")])).toEqual(["done"]);
  });

  it("finds its way in 100,000 elements", async () => {
    const page = await stage.freshPage(
      `<body><script>document.body.innerHTML = "<p>x</p>".repeat(100000) + "<button id=b onclick='done = 1'>b</button>"</script>`,
    );
    expect(await outcomes(page, [click("#b"), { type: "scroll" }])).toEqual([
      "done",
      "done: at the end",
    ]);
    expect(await page.evaluate("done")).toBe(1);
  });

  describe("cancelled", () => {
    it.each<[string, Action]>([
      ["wait", { type: "wait", milliseconds: 15_000 }],
      ["wait_for", waitFor("#none", 20_000)],
      ["click", click("#dead")],
      ["write", write("x".repeat(1000))],
    ])("rejects at once with the signal's reason: %s", async (_, action) => {
      const page = await stage.freshPage(
        `<button id="dead" disabled>b</button><textarea autofocus></textarea>`,
      );
      const watched = watchPage(page);
      const stop = new AbortController();
      const reason = new Error("enough");
      const run = runActions(watched.page, [action], { signal: stop.signal });
      await watched.sent(3);
      const from = performance.now();
      stop.abort(reason);
      await expect(run).rejects.toBe(reason);
      expect(performance.now() - from).toBeLessThan(400);
      expect(watched.listeners).toBe(0);
      expect(watched.attached).toBe(0);
    });

    it("of a page that hangs, too", async () => {
      const page = await stage.freshPage("<p>");
      await page.evaluate("setTimeout(() => { for (;;); })");
      const watched = watchPage(page);
      const stop = new AbortController();
      const run = runActions(watched.page, [waitFor("#x")], { signal: stop.signal });
      await watched.sent(3);
      const from = performance.now();
      stop.abort(new Error("enough"));
      await expect(run).rejects.toThrow("enough");
      expect(performance.now() - from).toBeLessThan(800);
      await page.browserContext().close();
    });

    it("lets go of the keys and the button that are down", async () => {
      const page =
        await stage.freshPage(`<button id="b" style="width:300px">b</button><script>seen = [];
        for (const type of ["mousedown", "mouseup", "keydown", "keyup"]) addEventListener(type, (e) => seen.push(type + (e.key ?? "")));</script>`);
      for (const [method, type, action] of [
        ["Input.dispatchMouseEvent", "mousePressed", click("#b")],
        ["Input.dispatchKeyEvent", "rawKeyDown", press("Control+Shift+K")],
      ] as const) {
        const stop = new AbortController();
        const watched = watchPage(page, (name, params) => {
          if (name === method && params["type"] === type) stop.abort(new Error("enough"));
        });
        const run = runActions(watched.page, [action], { signal: stop.signal });
        await expect(run).rejects.toThrow("enough");
      }
      expect(await page.evaluate("seen.join()")).toBe(
        "mousedown,mouseup,keydownControl,keyupControl",
      );
    });
  });

  it("leaves the page to its owner: no session, listener or held key stays", async () => {
    const page = await stage.freshPage(`<input id="i">`);
    const watched = watchPage(page);
    await runActions(watched.page, [click("#i"), write("a"), press("Control+B")]);
    await expect(runActions(watched.page, [waitFor("#x", 1)])).rejects.toThrow("timed out");
    expect([watched.listeners, watched.attached, watched.opened]).toEqual([0, 0, 2]);
    expect(page.isClosed()).toBe(false);
  });

  it("takes turns when it runs twice at once on one page", async () => {
    const page = await stage.freshPage(
      `<button id="a" onclick="n = (window.n ?? 0) + 1">a</button>`,
    );
    const stop = new AbortController();
    const first = runActions(page, [click("#a"), waitFor("#never", 300)]);
    const second = runActions(page, [click("#a")], { signal: stop.signal });
    const third = runActions(page, [click("#a")]);
    stop.abort(new Error("enough"));
    await expect(second).rejects.toThrow("enough");
    await expect(first).rejects.toThrow("timed out");
    expect(said(await third)).toEqual(["done"]);
    expect(await page.evaluate("n")).toBe(2);
  });
});
