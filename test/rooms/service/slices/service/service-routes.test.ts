import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StorageError } from "dragline/storage";
import { browserTitle, chromiumPath, openChromium } from "../../../../chromium.ts";
import { serviceRoutes } from "../../../../../src/service/slices/service/routes.ts";
import { hosts, type Host } from "../../http/hosts.ts";
import { createRig, echo, type Rig } from "../../http/rig.ts";

function rigOf(probe: () => Promise<void> = async () => undefined): Rig {
  return createRig({ routes: [echo, ...serviceRoutes({ probe, routes: [echo] })] });
}

const keyless = { headers: { "x-api-key": "" } };

describe("GET /health", () => {
  it.each(["/health", "/v1/health"])("%s says that all is well, without a key", async (path) => {
    const { status, json } = await rigOf().ask("GET", path, keyless);
    expect(status).toBe(200);
    expect(json).toEqual({ status: "ok", version: "1.1.0" });
  });

  it("is 503 when what it depends on is not there", async () => {
    const failure = new StorageError("UNAVAILABLE", { message: "10.0.0.5 is down" });
    const rig = rigOf(() => Promise.reject(failure));
    const { status, json, headers } = await rig.ask("GET", "/health", keyless);
    expect(status).toBe(503);
    expect(json).toEqual({
      error: "service_unavailable",
      message: "Storage or queue cannot be reached.",
    });
    expect(headers.get("retry-after")).toBe("30");
  });

  it("has no limit", async () => {
    const rig = rigOf();
    for (let turn = 0; turn < 100; turn += 1) {
      expect((await rig.ask("GET", "/health", keyless)).status).toBe(200);
    }
  });
});

describe("GET /openapi.json", () => {
  it("describes all routes, itself included, without a key", async () => {
    const { status, json } = await rigOf().ask("GET", "/v1/openapi.json", keyless);
    expect(status).toBe(200);
    expect(json).toMatchObject({ openapi: "3.1.0", info: { version: "1.1.0" } });
    expect(Object.keys(json["paths"] as object).toSorted()).toEqual([
      "/docs",
      "/docs/{file}",
      "/health",
      "/map",
      "/openapi.json",
    ]);
    expect(json["servers"]).toEqual([{ url: "http://host.example/v1" }]);
  });

  it("may be asked 60 times in a minute by each address", async () => {
    const rig = rigOf();
    const ask = (remoteAddress: string) =>
      rig.ask("GET", "/v1/openapi.json", { ...keyless, facts: { remoteAddress } });
    for (let turn = 0; turn < 60; turn += 1) expect((await ask("192.0.2.1")).status).toBe(200);
    expect((await ask("192.0.2.1")).status).toBe(429);
    expect((await ask("192.0.2.2")).status).toBe(200);
  });
});

describe("GET /docs", () => {
  it("is a page without scripts of its own that loads nothing from elsewhere", async () => {
    const { status, headers, text } = await rigOf().ask("GET", "/v1/docs/", {
      ...keyless,
      facts: { basePath: "/web" },
    });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(text.replaceAll("http://host.example/web/v1", "")).not.toMatch(/https?:|<script>/);
    expect(text).not.toMatch(/ style=|<style| on[a-z]+=/);
    const loaded = [...text.matchAll(/(?:src|href|data-description)="(\/[^"]*)"/g)];
    expect(loaded.map(([, path]) => path)).toEqual([
      "/web/v1/docs/docs.css",
      "/web/v1/openapi.json",
      "/web/v1/openapi.json",
      "/web/v1/docs/docs.js",
    ]);
  });

  it("has every route, its summary and its family without a script", async () => {
    const { text } = await rigOf().ask("GET", "/v1/docs", keyless);
    for (const path of ["/map", "/health", "/openapi.json", "/docs/{file}"]) {
      expect(text).toContain(`data-path="${path}"`);
    }
    expect(text).toContain("Check the health of the service");
    expect(text).toContain('<h2 id="family-service">Service</h2>');
  });

  it.each([
    ["docs.css", "text/css; charset=utf-8"],
    ["docs.js", "text/javascript; charset=utf-8"],
  ])("has its file %s", async (file, type) => {
    const { status, headers, text } = await rigOf().ask("GET", `/v1/docs/${file}`, keyless);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("cache-control")).toBe("public, max-age=86400");
    expect(text.length).toBeGreaterThan(50);
  });

  it.each(["..%2Fpackage.json", "package.json", "__proto__", "constructor", "%2Fetc%2Fpasswd"])(
    "has no other file: %s",
    async (file) => {
      expect((await rigOf().ask("GET", `/v1/docs/${file}`, keyless)).status).toBe(404);
    },
  );
});

const chromium = await chromiumPath();

describe.skipIf(chromium === undefined)(
  `${browserTitle("GET /docs", chromium)} in Chromium`,
  () => {
    let browser: Awaited<ReturnType<typeof openChromium>>;
    let host: Host | undefined;

    beforeAll(async () => {
      browser = await openChromium(chromium ?? "");
      host = await hosts["Express under a prefix"]?.({ fetch: rigOf().app });
    });

    afterAll(async () => {
      await browser[Symbol.asyncDispose]();
      await host?.[Symbol.asyncDispose]();
    });

    it("shows the routes, and its own policy refuses nothing that it needs", async () => {
      const page = await browser.newPage();
      const wrong: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error") wrong.push(message.text());
      });
      page.on("pageerror", (error) => wrong.push(String(error)));
      await page.goto(`${host?.url}/v1/docs`);
      const route = "details[data-path='/health']";
      await page.click(`${route} summary`);
      await page.waitForSelector(`${route} form`);
      await page.type("#find", "health");
      expect(await page.$$eval("details:not([hidden])", (all) => all.length)).toBe(1);
      await page.click(`${route} button.send`);
      await page.waitForFunction(
        (at) =>
          document
            .querySelector(`${at} [role=status]`)
            ?.textContent?.startsWith("Answered with 200"),
        {},
        route,
      );
      await page.waitForFunction(
        (at) => document.querySelector(`${at} form pre`)?.textContent?.includes('"ok"'),
        {},
        route,
      );
      const samples: string[] = [];
      for (const name of ["curl", "JavaScript", "Python"]) {
        await page.click(`${route} ::-p-text(${name})`);
        samples.push(await page.$eval(`${route} pre code`, (code) => code.textContent ?? ""));
      }
      expect(samples[0]).toBe(`curl '${host?.url}/v1/health'`);
      expect(samples[1]).toContain(`await fetch("${host?.url}/v1/health"`);
      expect(samples[2]).toContain(`"${host?.url}/v1/health"`);
      expect(wrong).toEqual([]);
    });
  },
);
