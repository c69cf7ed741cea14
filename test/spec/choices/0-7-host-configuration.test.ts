import { describe, expect, it } from "vitest";
import { createService } from "dragline/service";
import { Webhook } from "standardwebhooks";
import { transports, useWorld } from "../../transports/index.ts";

describe.each(transports)("0.7 host configuration, over $name", (transport) => {
  const world = useWorld(transport, {
    options: {
      publicUrl: "https://api.example",
      headerPrefix: "X-Harbour-",
      webhookUserAgent: "Harbour/7",
      prices: { scrape: 3, map: 7 },
      newAccountCredits: 50,
      limits: { "*": Infinity, "GET /credits": 2 },
    },
  });

  it("makes absolute URLs of the public base URL", async () => {
    const doc = await world.alice.finish("/url-scraper", {
      url: world.page("/one"),
      formats: ["screenshot"],
    });
    expect(doc.screenshotUrl).toBe(
      `https://api.example/v1/url-scraper/${doc.id}/screenshot?type=viewport`,
    );
  });

  it("uses the header prefix and the user agent, with the fixed suffixes", async () => {
    const webhook_url = world.receiver.url("/prefix");
    const id = await world.alice.submit("/map", { url: world.page("/one"), webhook_url });
    const { headers, event } = await world.receiver.first("/prefix");
    expect(headers["user-agent"]).toBe("Harbour/7");
    for (const suffix of ["timestamp", "delivery-id", "event", "signature"]) {
      expect(headers[`x-harbour-${suffix}`]).toEqual(expect.any(String));
      expect(headers).not.toHaveProperty(`x-service-${suffix}`);
    }
    expect(event.data.result_url).toBe(`https://api.example/v1/map/${id}`);
  });

  it("charges the host's prices", async () => {
    const user = await world.user(100);
    await user.submit("/map", { url: world.page("/one") });
    expect((await world.service.accounts.get(user.account)).balance).toBe(93);
    await user.submit("/url-scraper", { url: world.page("/one") });
    expect((await world.service.accounts.get(user.account)).balance).toBe(90);
  });

  it("gives new accounts the host's credits", async () => {
    expect((await world.service.accounts.create()).balance).toBe(50);
  });

  it("uses the host's rate limits", async () => {
    const user = await world.user();
    const statuses = [];
    for (let made = 0; made < 3; made += 1) statuses.push((await user.get("/credits")).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe.each(transports)("0.7 Standard Webhooks, over $name", (transport) => {
  const world = useWorld(transport, { options: { standardWebhooks: true } });

  it("has its headers beside the service's own, as its library verifies them", async () => {
    const { secret } = (await world.alice.get("/webhooks/signing-secret")).json;
    const webhook_url = world.receiver.url("/standard");
    await world.alice.submit("/map", { url: world.page("/one"), webhook_url });
    const { headers, body, event } = await world.receiver.first("/standard");
    expect(headers["x-service-signature"]).toMatch(/^sha256=/);
    expect(headers["webhook-id"]).toBe(headers["x-service-delivery-id"]);
    expect(headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]+=*$/);
    const library = new Webhook(secret);
    const named = Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name, String(text)]),
    );
    expect(library.verify(body.toString(), named)).toEqual(event);
    expect(() => library.verify(`${body.toString()} `, named)).toThrow("No matching signature");
    const other = new Webhook("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    expect(() => other.verify(body.toString(), named)).toThrow("No matching signature");
  });
});

describe.each(transports)("0.7 defaults, over $name", (transport) => {
  const world = useWorld(transport, { options: { allow: [], allowCallbacks: [] } });

  it("gives a new account 300 credits", async () => {
    expect(await world.alice.balance()).toBe(300);
  });

  it.each([
    "http://127.0.0.1/",
    "http://10.1.2.3/",
    "http://169.254.169.254/",
    "http://[fd00::1]/",
  ])("refuses %s as a target and as a callback URL", async (url) => {
    for (const [path, body] of [
      ["/url-scraper", { url }],
      ["/map", { url }],
      ["/crawl", { url }],
      ["/map", { url: "https://example.com/", webhook_url: url }],
      ["/webhooks", { url }],
    ] as const) {
      const answer = await world.alice.post(path, body);
      expect([path, answer.status, answer.json.error]).toEqual([path, 400, "invalid_request"]);
    }
  });

  it("makes absolute URLs of the request's scheme and host; a forwarded host is not believed", async () => {
    const headers = { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" };
    const path = "/openapi.json";
    const answer = await world.nobody.send({ method: "GET", path, headers });
    expect(answer.text).not.toContain("evil.example");
    expect(answer.json["servers"]).toEqual([
      expect.objectContaining({ url: `${world.origin}/v1` }),
    ]);
  });
});

describe("0.7 trusted proxies", () => {
  it("count the address that a trusted proxy saw, and no other", async () => {
    await using service = createService({}, { trustedProxies: ["10.0.0.0/8"] });
    const get = async (forwarded: string, remoteAddress: string) => {
      const headers = { "x-forwarded-for": forwarded };
      const request = new Request("http://service.test/v1/openapi.json", { headers });
      const response = await service.fetch(request, { remoteAddress });
      await response.arrayBuffer();
      return response.status;
    };
    for (let made = 0; made < 60; made += 1) await get("9.9.9.9, 198.51.100.1", "10.0.0.1");
    expect(await get("8.8.8.8, 198.51.100.1", "10.0.0.1")).toBe(429);
    expect(await get("198.51.100.1, 10.0.0.9", "10.0.0.1")).toBe(429);
    expect(await get("9.9.9.9, 198.51.100.2", "10.0.0.1")).toBe(200);
    expect(await get("198.51.100.1", "203.0.113.9")).toBe(200);
    for (let made = 0; made < 59; made += 1) await get(`198.51.100.${made}`, "203.0.113.9");
    expect(await get("192.0.2.1", "203.0.113.9")).toBe(429);
  });
});
