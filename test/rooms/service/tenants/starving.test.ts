import { describe, expect, it } from "vitest";
import { openSite, openTenants } from "./tenant-rig.ts";

const $defs = Object.fromEntries([
  ...Array.from({ length: 40 }, (_, level) => {
    const next = { $ref: `#/$defs/l${level + 1}` };
    return [`l${level}`, { allOf: [next, { not: { not: next } }] }];
  }),
  ["l40", {}],
]);
/** Compiles, and takes for ever for any title; there is none among the values that are tried at first. */
const title = { type: "string" };
const slow = {
  type: "object",
  properties: { title: { type: "string", $ref: "#/$defs/l0" } },
  $defs,
};

describe("one account beside another", () => {
  it("is not held up by twenty extractions by schemas that take too long", async () => {
    const { attacker, other } = await openTenants();
    const url = await openSite();
    const ended: string[] = [];
    const scrapes = Array.from({ length: 20 }, async (_, at) => {
      const body = { url: `${url}/${at}`, outputSchema: slow };
      const { json } = await attacker.ask("POST", "/url-scraper/scrape", body);
      ended.push("attacker");
      return json;
    });
    const schema = { type: "object", properties: { title } };
    // The attacker's are at work before.
    await new Promise(setImmediate);
    const mine = await other.ask("POST", "/url-scraper/scrape", { url, outputSchema: schema });
    ended.push("other");
    expect(mine.json).toMatchObject({
      generatedJson: { status: "success", data: { title: "Hafen" } },
    });
    // Two threads end after three seconds each; whoever has none gets one at once.
    expect(ended.indexOf("other")).toBeLessThan(3);
    void Promise.allSettled(scrapes);
  });

  it.each(["^(a+)+$", "(x+x+)+y", "^(\\w+\\s?)*$", "(a|a)*b", "^([a-zA-Z]+)*!$"])(
    "takes an output schema with the pattern %s for what it is",
    async (pattern) => {
      const { attacker } = await openTenants();
      const url = await openSite((_, response) =>
        response.end(`<title>${"a".repeat(200)}!!</title><p>x`),
      );
      const outputSchema = { type: "object", properties: { title: { type: "string", pattern } } };
      const body = { url, outputSchema };
      const { json } = await attacker.ask("POST", "/url-scraper/scrape", body);
      expect(json).toMatchObject({ status: "completed", generatedJson: { status: "failed" } });
      expect(JSON.stringify(json)).not.toContain("longer than");
    },
  );

  it.each([
    ["/url-scraper", { url: "http://127.0.0.1/" }, "outputSchema"],
    ["/crawl", { url: "http://127.0.0.1/" }, "outputSchema"],
    ["/monitors", { url: "http://127.0.0.1/", intervalMinutes: 60 }, "outputSchema"],
    ["/agentic-search", { prompt: "a question" }, "schema"],
  ])(
    "is told at POST %s of schemas without an end and patterns that are not taken",
    async (path, body, field) => {
      const { attacker } = await openTenants();
      for (const [schema, why] of [
        [{ $ref: "#" }, "refers to itself endlessly"],
        [{ type: "object", properties: { a: { $ref: "#/properties/a" } } }, "endlessly"],
        [{ type: "object", properties: { a: { pattern: "(?=a)b" } } }, "look-ahead"],
        [{ type: "object", properties: { a: { pattern: "(a)\\1" } } }, "back-references"],
      ] as const) {
        const { status, json } = await attacker.ask("POST", path, { ...body, [field]: schema });
        expect([status, json["error"]], JSON.stringify(json)).toEqual([400, "invalid_request"]);
        expect(json["message"]).toContain(why);
      }
    },
  );

  it("waits for one page of another's batches, not for all", async () => {
    const { attacker, other } = await openTenants({ concurrency: 2 });
    const fetched: string[] = [];
    const held: (() => void)[] = [];
    let isOpen = false;
    const url = await openSite((request, response) => {
      fetched.push(request.url ?? "");
      const end = (): void => void response.end("<title>x</title><p>y");
      if (isOpen) end();
      else held.push(end);
    });
    const urls = Array.from({ length: 10 }, (_, at) => `${url}/a${at}`);
    for (let batch = 0; batch < 40; batch += 1) {
      const { status, json } = await attacker.ask("POST", "/url-scraper/batch", { urls });
      expect(status, JSON.stringify(json)).toBe(202);
    }
    await expect.poll(() => fetched.length).toBeGreaterThanOrEqual(2);
    const submitted = await other.ask("POST", "/url-scraper", { url: `${url}/b` });
    expect(submitted.status).toBe(202);
    isOpen = true;
    for (const end of held) end();
    await expect.poll(() => fetched.includes("/b"), { timeout: 10_000 }).toBe(true);
    expect(fetched.indexOf("/b")).toBeLessThan(10);
  });
});
