import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runActions } from "../../../src/browser/actions/index.ts";
import { systemClock, type Clock } from "../../../src/core/index.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { ActionStage, hurried, outcomes } from "./action-stage.ts";

const path = await chromiumPath();
const click = (selector: string) => ({ type: "click", selector }) as const;
const write = (text: string) => ({ type: "write", text }) as const;
const press = (key: string) => ({ type: "press", key }) as const;
const waitFor = (selector: string, milliseconds?: number) =>
  ({ type: "wait_for", selector, milliseconds }) as const;

const loginForm = `<form method="post" action="/login"><label>User <input name="user"></label>
  <label>Password <input name="password" type="password"></label><button>Log in</button></form>`;

/** Lets one user in, by a cookie and a redirect. */
function login(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== "POST") {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(loginForm);
    return;
  }
  let body = "";
  request.on("data", (chunk) => (body += chunk));
  request.on("end", () => {
    const form = new URLSearchParams(body);
    const isUser = form.get("user") === "änne" && form.get("password") === "p@ss{W}ort!";
    response.writeHead(303, {
      location: isUser ? "/account" : "/login?wrong",
      ...(isUser && { "set-cookie": "session=1" }),
    });
    response.end();
  });
}

describe.skipIf(path === undefined)(`${browserTitle("runActions", path)} from page to page`, () => {
  let stage: ActionStage;
  let slow: ServerResponse[] = [];
  beforeAll(async () => {
    stage = await ActionStage.open(path ?? "", {
      "/blank": "",
      "/login": login,
      "/account": (request, response) => {
        response.setHeader("content-type", "text/html");
        response.end(request.headers.cookie === "session=1" ? `<h1 id="hello">Hello</h1>` : "who?");
      },
      "/next": `<h1 id="next">next</h1><button id="b" onclick="done = 1">b</button>`,
      "/onward": `<script>location.replace("/next")</script>`,
      "/later": `<script>onload = () => { location = "/next" }</script>`,
      "/none": { status: 204 },
      "/file": { headers: { "content-disposition": "attachment" }, body: "x" },
      "/slow": (_, response) => {
        slow.push(response);
      },
      "/tree": (_, response) => {
        response.setHeader("content-type", "text/html");
        response.write("<h1>first</h1>");
        slow.push(response);
      },
      "/app": `<nav><a href="/two" id="a">two</a></nav><main>one</main><script>a.onclick = (event) => { event.preventDefault();
        history.pushState({}, "", "/two"); document.querySelector("main").innerHTML = "<p id=two>two</p><button id=t onclick='done=1'>t</button>" }</script>`,
    });
  });
  afterAll(async () => {
    for (const response of slow) response.end();
    slow = [];
    await stage[Symbol.asyncDispose]();
  });

  describe("log in", () => {
    it("types, submits with Enter and follows the redirect with its cookie", async () => {
      const page = await stage.freshPage("/login");
      const reports = await runActions(page, [
        click("[name=user]"),
        write("änne"),
        press("Tab"),
        write("p@ss{W}ort!"),
        press("Enter"),
        waitFor("#hello", 1),
      ]);
      expect(reports.map(({ index, type, outcome }) => `${index} ${type} ${outcome}`)).toEqual([
        "0 click done",
        "1 write done",
        "2 press done",
        "3 write done",
        "4 press done",
        "5 wait_for done",
      ]);
      expect(page.url()).toBe(stage.site.url("/account"));
    });

    it("types a line break as Enter, which submits", async () => {
      const page = await stage.freshPage("/login");
      await outcomes(page, [click("[name=user]"), write("x\n")]);
      expect(page.url()).toBe(stage.site.url("/login?wrong"));
    });
  });

  describe("navigation", () => {
    it.each([
      ["a link", `<a id="a" href="/next">a</a>`],
      ["a script", `<button id="a" onclick="location = '/next'">a</button>`],
      [
        "a script after a moment",
        `<button id="a" onclick="setTimeout(() => { location = '/next' }, 100)">a</button>`,
      ],
      ["a press of the mouse", `<button id="a" onmousedown="location = '/next'">a</button>`],
      ["a page that leads on", `<a id="a" href="/onward">a</a>`],
      ["a form", `<form action="/next"><button id="a">a</button></form>`],
      [
        "a page that asks first",
        `<a id="a" href="/next">a</a><script>addEventListener("beforeunload", (e) => e.preventDefault())</script>`,
      ],
    ])("of %s is waited for: the next action has the new document", async (_, body) => {
      const page = await stage.page(body);
      expect(await outcomes(page, [click("#a"), click("#b")])).toEqual(["done", "done"]);
      expect(await page.evaluate("location.pathname + done")).toBe("/next1");
    });

    it("of a key, and nothing before it, is waited for", async () => {
      const page = await stage.page(
        `<script>onkeydown = () => setTimeout(() => { location = "/next" }, 50)</script>`,
      );
      expect(await outcomes(page, [press("a"), click("#b")])).toEqual(["done", "done"]);
      expect(await page.evaluate("location.pathname + done")).toBe("/next1");
    });

    it("that leads on when it has loaded is followed", async () => {
      const page = await stage.page(`<a id="a" href="/later">a</a>`);
      expect(await outcomes(page, [click("#a")])).toEqual(["done"]);
      expect(page.url()).toBe(stage.site.url("/next"));
    });

    it("to another site is waited for", async () => {
      const page = await stage.page(
        `<button id="a" onmousedown="location = '${stage.elsewhere("/next")}'">a</button>`,
      );
      expect(await outcomes(page, [click("#a"), click("#b")])).toEqual(["done", "done"]);
      expect(page.url()).toBe(stage.elsewhere("/next"));
    });

    it("back in history is waited for", async () => {
      const page = await stage.page("/next");
      await page.goto(stage.site.url("/app"));
      await page.evaluate(
        "document.body.innerHTML = '<button id=back onclick=history.back()>back</button>'",
      );
      expect(await outcomes(page, [click("#back"), click("#b")])).toEqual(["done", "done"]);
      expect(page.url()).toBe(stage.site.url("/next"));
    });

    it("within the document is no navigation to wait for", async () => {
      const page = await stage.page("/app");
      expect(await outcomes(page, [click("#a"), click("#t")])).toEqual(["done", "done"]);
      expect(await page.evaluate("location.pathname + done")).toBe("/two1");
    });

    it.each(["/none", "/file", "mailto:a@b.example", "http://127.0.0.1:1/"])(
      "to %s, which gives no document, does not hang",
      async (href) => {
        const page = await stage.freshPage(`<a id="a" href="${href}">a</a>`);
        const [report] = await runActions(page, [click("#a")]);
        expect(report?.outcome).toBe("done");
        expect(report?.ms).toBeLessThan(5000);
      },
    );

    it.each([
      [true, true],
      [false, false],
    ])("that has not begun is waited for, if asked: %s", async (awaitsNavigation, isWaited) => {
      const page = await stage.page(`<button id="a">a</button>`);
      const timers: number[] = [];
      const clock: Clock = {
        ...systemClock,
        timer(ms, run) {
          timers.push(ms);
          return systemClock.timer(ms, run);
        },
      };
      await runActions(page, [click("#a")], { clock, awaitsNavigation });
      expect(timers.includes(200)).toBe(isWaited);
    });

    it("that is under way is waited for all the same", async () => {
      const page = await stage.page(`<button id="a" onmousedown="location = '/next'">a</button>`);
      await runActions(page, [click("#a")], { awaitsNavigation: false });
      expect(page.url()).toBe(stage.site.url("/next"));
    });

    it("that never gets an answer is given up after 10 seconds", async () => {
      const page = await stage.freshPage(`<a id="a" href="/slow">a</a><p id="p">`);
      const reports = await runActions(page, [click("#a"), waitFor("#p")], { clock: hurried });
      expect(reports.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
      expect(reports[0]?.ms).toBeGreaterThanOrEqual(10_000);
    });

    it("is waited for until the tree is there, however long its pictures take", async () => {
      const page = await stage.freshPage(`<a id="a" href="/tree">a</a>`);
      const run = outcomes(page, [click("#a"), click("#b")]);
      await stage.site.seen("/tree");
      slow.pop()?.end(`<button id="b" onclick="done = 1">b</button><img src="/slow">`);
      expect(await run).toEqual(["done", "done"]);
      expect(await page.evaluate("done")).toBe(1);
    });
  });
});
