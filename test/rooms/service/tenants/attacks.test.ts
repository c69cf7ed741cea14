import { MemoryRateLimiter } from "dragline/rate-limiter/memory";
import { describe, expect, it } from "vitest";
import { openSite, openTenants } from "./tenant-rig.ts";

describe("a tenant's attack on the others", () => {
  it("by names: what two accounts call the same is not the same", async () => {
    const { attacker, other } = await openTenants();
    const url = await openSite();
    for (const [path, body] of [
      ["/monitors", { url, intervalMinutes: 60, name: "prices" }],
      ["/webhooks", { url: `${url}/hook`, events: ["job.completed"] }],
    ] as const) {
      const first = await attacker.ask("POST", path, body);
      const second = await other.ask("POST", path, body);
      expect([first.status, second.status], JSON.stringify([first, second])).toEqual([201, 201]);
      expect(first.json["id"]).not.toBe(second.json["id"]);
      const theirs = `${path}/${String(first.json["id"])}`;
      expect((await other.ask("DELETE", theirs)).status).toBeOneOf([403, 404]);
      expect((await attacker.ask("GET", theirs)).status).toBe(200);
    }
  });

  it("by made-up keys: none of them is counted or kept", async () => {
    let taken = 0;
    const limiter = new MemoryRateLimiter({});
    const take: typeof limiter.take = async () => {
      taken += 1;
      return { allowed: true, remaining: 1 };
    };
    const { service } = await openTenants({}, { limiter: Object.assign(limiter, { take }) });
    for (let at = 0; at < 2000; at += 1) {
      const headers = { "x-api-key": `made-up-key-${at}-of-nobody` };
      const request = new Request("http://service.test/v1/credits", { headers });
      expect((await service.fetch(request)).status).toBe(401);
    }
    expect(taken).toBe(0);
  });

  it.each([
    ["tags that are nested", "<div>".repeat(300_000)],
    ["a table of wide cells", `<table>${"<tr><td colspan=1000 rowspan=1000>x".repeat(30_000)}`],
    ["links", "<a href=/x>y</a>".repeat(200_000)],
  ])(
    "by pages that take long to read, of %s: others' pages are read meanwhile",
    async (_, html) => {
      const { attacker, other } = await openTenants();
      const url = await openSite((request, response) =>
        response.end(request.url === "/small" ? `<title>a</title><p>${"b ".repeat(50_000)}` : html),
      );
      const ended: string[] = [];
      const attack = Array.from({ length: 20 }, async (__, at) => {
        await attacker.ask("POST", "/url-scraper/scrape", { url: `${url}/${at}` });
        ended.push("attacker");
      });
      await new Promise(setImmediate);
      const { json } = await other.ask("POST", "/url-scraper/scrape", { url: `${url}/small` });
      ended.push("other");
      await Promise.all(attack);
      expect(json).toMatchObject({ status: "completed" });
      expect(ended.indexOf("other")).toBeLessThan(10);
    },
  );

  it.each(["127.0.0.1", "localhost"])(
    "by a receiver at 127.0.0.1 that never answers: events to %s come",
    async (host) => {
      const { attacker, other } = await openTenants();
      const heard: string[] = [];
      const page = await openSite();
      const hanging = await openSite(() => void heard.push("hanging"));
      const good = await openSite((_, response) => {
        heard.push("good");
        response.writeHead(204).end();
      });
      const of = (webhook_url: string) => ({ url: page, webhook_url });
      const elsewhere = good.replace("127.0.0.1", host);
      await Promise.all(
        Array.from({ length: 60 }, () => attacker.ask("POST", "/url-scraper", of(hanging))),
      );
      await expect.poll(() => heard.length, { timeout: 10_000 }).toBeGreaterThan(0);
      expect((await other.ask("POST", "/url-scraper", of(elsewhere))).status).toBe(202);
      await expect.poll(() => heard.includes("good"), { timeout: 10_000 }).toBe(true);
    },
  );

  it("by money: many submissions at once spend no more than there is", async () => {
    const { service, other } = await openTenants({ newAccountCredits: 5 });
    const url = await openSite();
    const call = { signal: new AbortController().signal };
    const { id } = await service.accounts.create({}, call);
    const { key } = await service.keys.create(id, {}, call);
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const before = await other.ask("GET", "/credits");
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async (_, at) => {
        const body = JSON.stringify({ url: `${url}/${at}` });
        const init = { method: "POST", headers, body };
        return (await service.fetch(new Request("http://x.test/v1/url-scraper", init))).status;
      }),
    );
    expect(statuses.filter((status) => status === 202)).toHaveLength(5);
    expect(statuses.filter((status) => status === 402)).toHaveLength(55);
    expect((await service.accounts.get(id, call)).balance).toBe(0);
    expect(await other.ask("GET", "/credits")).toEqual(before);
  });

  it.each([
    ["a long address", { url: `http://127.0.0.1/${"a".repeat(900_000)}` }],
    ["a list without an end", { url: "http://127.0.0.1/", formats: Array(100_000).fill("x") }],
    ["names of the prototype", JSON.parse('{"url":1,"__proto__":{"url":"http://127.0.0.1/"}}')],
  ])("by %s in a row: it is refused", async (_, body: object) => {
    const { attacker } = await openTenants();
    const { status, json } = await attacker.ask("POST", "/url-scraper", body);
    expect([status, json["error"]]).toEqual([400, "invalid_request"]);
    expect(JSON.stringify(json).length).toBeLessThan(2000);
  });

  it("by a page of a hundred thousand names: what is kept of it is bounded, and listed", async () => {
    const { attacker } = await openTenants();
    const names = [
      "__proto__",
      "constructor",
      ...Array.from({ length: 100_000 }, (_, at) => `n${at}`),
    ];
    const metas = names.map((name) => `<meta name="${name}" content="v">`).join("");
    const url = await openSite((_, response) => response.end(`${metas}<title>a</title><p>b`));
    const body = { url, generateJson: true, formats: ["markdown"] };
    const { json } = await attacker.ask("POST", "/url-scraper/scrape", body);
    expect(json).toMatchObject({ status: "completed" });
    expect(JSON.stringify(json).length).toBeLessThan(2_000_000);
    expect((await attacker.ask("GET", `/url-scraper/${String(json["id"])}`)).status).toBe(200);
  });
});
