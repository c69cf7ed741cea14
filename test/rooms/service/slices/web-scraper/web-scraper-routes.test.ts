import { z } from "zod";
import { afterEach, describe, expect, it } from "vitest";
import {
  defineScraper,
  type ScraperDefinition,
} from "../../../../../src/service/slices/web-scraper/define-scraper.ts";
import { webScraperRoutes } from "../../../../../src/service/slices/web-scraper/routes.ts";
import { standardScrapers } from "../../../../../src/service/slices/web-scraper/standard-scrapers.ts";
import { ACCOUNT, callRow, OTHER, Rig, someJob } from "../../site-job-rig.ts";

let rig: Rig;

afterEach(async () => rig[Symbol.asyncDispose]());

const nothing = async () => ({ data: {} });
const any = { params: z.object({}), actions: { scrape_data: nothing } };

const scrapers = [
  ...standardScrapers,
  defineScraper({
    code: "prices",
    scope: "GLOBAL",
    price: 7,
    params: z.object({ currency: z.enum(["EUR", "USD"]) }),
    actions: { scrape_data: nothing, list: nothing },
  }),
  defineScraper({ ...any, code: "mine", scope: "PRIVATE", owner: ACCOUNT }),
  defineScraper({ ...any, code: "theirs", scope: "PRIVATE", owner: OTHER }),
  defineScraper({ ...any, code: "both", scope: "PRIVATE", owner: OTHER, price: 9 }),
  defineScraper({ ...any, code: "both", scope: "PRIVATE", owner: ACCOUNT, price: 4 }),
];

const valid = {
  url: "https://example.com/",
  scraper_code: "prices",
  scraper_scope: "GLOBAL",
  scraper_params: { currency: "EUR" },
};

function post(changes: object) {
  rig = new Rig();
  const body = { ...valid, ...changes };
  return callRow(webScraperRoutes(rig.parts, scrapers), "POST", { body });
}

describe("POST /web-scraper", () => {
  it("submits a job at the scraper's own price, for the action scrape_data", async () => {
    expect(await post({})).toEqual({ status: 202, json: { jobId: "job_1", status: "pending" } });
    expect(rig.submitted).toEqual([
      {
        account: ACCOUNT,
        type: "web_scraper",
        url: "https://example.com/",
        country: "us",
        baseUrl: "http://api.test/v1",
        webhookUrl: null,
        cost: 7,
        request: {
          code: "prices",
          scope: "GLOBAL",
          action: "scrape_data",
          params: { currency: "EUR" },
        },
      },
    ]);
  });

  it("costs 1 credit where the scraper has no price of its own", async () => {
    await post({ scraper_code: "feed", scraper_params: {}, action_type: null });
    expect(rig.submitted[0]).toMatchObject({ cost: 1, request: { action: "scrape_data" } });
  });

  it("runs the account's own private scraper where others have one of the code too", async () => {
    await post({ scraper_code: "both", scraper_scope: "PRIVATE", scraper_params: {} });
    expect(rig.submitted[0]?.cost).toBe(4);
  });

  const deep = JSON.parse(`${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`) as object;

  it.each([
    [{ url: undefined }, "INVALID_REQUEST", "url"],
    [{ url: "http://192.168.0.1/" }, "INVALID_REQUEST", "url"],
    [{ scraper_code: undefined }, "INVALID_REQUEST", "scraper_code"],
    [{ scraper_code: 1 }, "INVALID_REQUEST", "scraper_code"],
    [{ scraper_scope: undefined }, "INVALID_REQUEST", "scraper_scope"],
    [{ scraper_scope: "global" }, "INVALID_REQUEST", "scraper_scope"],
    [{ scraper_params: undefined }, "INVALID_REQUEST", "scraper_params"],
    [{ scraper_params: [] }, "INVALID_REQUEST", "scraper_params"],
    [{ scraper_params: {} }, "INVALID_REQUEST", "scraper_params.currency"],
    [{ scraper_params: { currency: "SEK" } }, "INVALID_REQUEST", "scraper_params.currency"],
    [{ scraper_params: deep }, "INVALID_REQUEST", "scraper_params"],
    [{ action_type: "other" }, "INVALID_REQUEST", "action_type"],
    [{ action_type: "toString" }, "INVALID_REQUEST", "action_type"],
    [{ action_type: 5 }, "INVALID_REQUEST", "action_type"],
    [{ webhook_url: "nowhere" }, "INVALID_REQUEST", "webhook_url"],
    [{ scraper_code: "unknown" }, "NOT_FOUND", ""],
    [{ scraper_code: "prices", scraper_scope: "PRIVATE" }, "NOT_FOUND", ""],
    [{ scraper_code: "mine", scraper_scope: "GLOBAL" }, "NOT_FOUND", ""],
    [{ scraper_code: "theirs", scraper_scope: "PRIVATE" }, "FORBIDDEN", ""],
  ])("refuses case %#: %s", async (changes, code, field) => {
    await expect(post(changes)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(field),
    });
    expect(rig.submitted).toEqual([]);
  });
});

describe("GET /web-scraper/{id}", () => {
  it("answers with the document, 403 for another account, 404 for another kind", async () => {
    rig = new Rig();
    rig.known.set("w1", { job: someJob("web_scraper", { id: "w1" }), document: "{}" });
    rig.known.set("m1", { job: someJob("map", { id: "m1" }), document: "{}" });
    const show = (id: string, account = ACCOUNT) =>
      callRow(webScraperRoutes(rig.parts, scrapers), "GET", { id, account });
    expect(await show("w1")).toEqual({ status: 200, body: "{}" });
    await expect(show("w1", OTHER)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(show("m1")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("defineScraper", () => {
  const right: ScraperDefinition = { ...any, code: "a", scope: "GLOBAL" };

  it.each([
    [{ code: "" }, "code"],
    [{ code: "a b" }, "code"],
    [{ code: "a".repeat(101) }, "code"],
    [{ scope: "OTHER" }, "scope"],
    [{ scope: "PRIVATE" }, "owner"],
    [{ owner: ACCOUNT }, "owner"],
    [{ price: -1 }, "price"],
    [{ price: 1.5 }, "price"],
    [{ params: {} }, "params"],
    [{ params: undefined }, "params"],
    [{ actions: {} }, "actions"],
    [{ actions: { scrape_data: "x" } }, "actions"],
    [{ actions: { "a b": nothing } }, "actions"],
  ])("refuses %j, naming the option", (changes, option) => {
    rig = new Rig();
    expect(() => defineScraper({ ...right, ...changes } as ScraperDefinition)).toThrow(
      expect.objectContaining({
        code: "INVALID_OPTION",
        details: expect.objectContaining({ option }),
      }) as Error,
    );
  });

  it("gives the same scraper, frozen", () => {
    rig = new Rig();
    const made = defineScraper(right);
    expect(made).toMatchObject({ code: "a", scope: "GLOBAL" });
    expect(Object.isFrozen(made) && Object.isFrozen(made.actions)).toBe(true);
  });
});
