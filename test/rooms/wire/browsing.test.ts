import type { VisitCall, VisitedPage } from "dragline/browser";
import { createFetcher } from "dragline/fetcher";
import { createRunner } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { actionOf, parameter } from "./actions.ts";

const page: VisitedPage = {
  requestedUrl: "http://127.0.0.1/",
  url: "http://127.0.0.1/end",
  redirects: [],
  status: 200,
  statusText: "OK",
  headers: {},
  mediaType: "text/html",
  html: "<h1>Shown</h1>",
  truncated: false,
  missingFrames: 0,
  settled: true,
  actions: [],
  popups: [],
  durationMs: 1,
};

async function browsed(steps: unknown[], visited: Partial<VisitedPage> = {}, parts: object = {}) {
  await using fetcher = createFetcher();
  const calls: [string, VisitCall][] = [];
  const browser = {
    visit: async (url: string, call: VisitCall) => {
      calls.push([url, call]);
      return { ...page, ...visited };
    },
  };
  const runner = createRunner(
    { fetcher, ...(visited.status === 0 ? {} : { browser }) },
    { pace: false },
  );
  const action = actionOf(
    {
      parameters: [parameter("q", { default: "{{now}}" })],
      auth_mode: "optional",
      steps,
      output: "{{steps.out}}",
    },
    { auth_types: ["browser_state"], auth: { cookies: true }, ...parts },
  );
  const state = {
    cookies: [
      {
        name: "a",
        value: "b",
        domain: "127.0.0.1",
        path: "/",
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: "Lax",
      },
    ],
    origins: [],
  };
  const result = await runner.run(action, { credential: { values: {}, state } });
  return { result, calls };
}

const pageSteps = [
  { kind: "page", id: "p", url: "http://127.0.0.1/", query: { q: "{{params.q}}" }, browser: true },
  { kind: "extract", id: "out", fields: { title: { css: "h1" } } },
];

const browserSteps = [
  {
    kind: "browser",
    id: "out",
    url: "http://127.0.0.1/",
    actions: [{ type: "write", selector: "#q", text: "{{params.q}}" }],
    capture: { items: { url_contains: "/api/items" } },
  },
];

describe("a step in the browser", () => {
  it("reads a page as it looks once its scripts ran, with the state of the credential", async () => {
    const { result, calls } = await browsed(pageSteps);
    expect(result).toMatchObject({ status: "completed", data: { title: "Shown" } });
    expect(calls[0]?.[0]).toBe("http://127.0.0.1/?q=%7B%7Bnow%7D%7D");
    expect(calls[0]?.[1]).toMatchObject({ state: { cookies: [{ name: "a" }] } });
  });

  it("acts, and takes what the page fetched", async () => {
    const captures = { items: { url: "http://127.0.0.1/api/items", status: 200, text: '{"n":1}' } };
    const steps = [
      { ...browserSteps[0], id: "b" },
      { kind: "extract", id: "out", from: "{{steps.b.captures.items}}", fields: { n: "n" } },
    ];
    const { result, calls } = await browsed(steps, { captures });
    expect(result).toMatchObject({ data: { n: 1 } });
    expect(calls[0]?.[1]).toMatchObject({
      actions: [{ type: "write", selector: "#q", text: "{{now}}" }],
      capture: { items: "/api/items" },
    });
  });

  it.each([
    [pageSteps, { status: 0 }, /needs a browser, but this runner was created without one/],
    [pageSteps, { url: "https://evil.example/" }, /evil\.example is not one of the hosts/],
    [pageSteps, { redirects: [{ url: "https://evil.example/", status: 302 }] }, /evil\.example/],
    [pageSteps, { status: 503 }, /answered HTTP 503/],
    [
      pageSteps,
      {
        html: "<title>Just a moment...</title><script src='/cdn-cgi/challenge-platform/x'></script>",
      },
      /blocked by website/,
    ],
    [browserSteps, {}, /fetched no answer whose URL contains "\/api\/items"/],
    [
      browserSteps,
      { captures: { items: { url: "x", status: 200, text: "<p>" } } },
      /caught as 'items' is not JSON/,
    ],
    [
      [{ ...pageSteps[0], url: "https://other.example/" }],
      {},
      /other\.example is not one of the hosts/,
    ],
  ])("fails with its reason %#", async (steps, visited, message) => {
    const { result } = await browsed(steps, visited);
    expect(result).toMatchObject({
      error: { code: "EXECUTION_FAILED", message: expect.stringMatching(message) },
    });
  });
});
