import { describe, expect, it } from "vitest";
import { MemoryQueue } from "dragline/queue/memory";
import { StorageError, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { NetError } from "../../../src/net/index.ts";
import { transports, useWorld } from "../../transports/index.ts";

const texts = [
  ["challenge, bot block", "/blocked", "blocked by website"],
  ["final origin status 403", "/forbidden", "HTTP 403"],
  ["final origin status 404", "/missing", "HTTP 404"],
  ["final origin status 500", "/broken", "HTTP 500"],
  ["unsupported URL after redirects", "/elsewhere", "invalid URL"],
  ["private address at fetch time", "/private", "address not allowed"],
] as const;

describe.each(transports)("7.3 texts of failed jobs, over $name", (transport) => {
  const world = useWorld(transport, {
    collaborators: {
      resolver: {
        resolve: (host) =>
          host === "nowhere.example"
            ? Promise.reject(new NetError("DNS_FAILED", { message: "no such name" }))
            : Promise.resolve([host === "inside.example" ? "10.0.0.7" : "127.0.0.1"]),
      },
    },
  });

  it.each(texts)("for %s of %s contain `%s`", async (_, path, text) => {
    const doc = await world.alice.finish("/url-scraper", { url: world.page(path) });
    expect(doc).toMatchObject({ status: "failed", creditsUsed: 0 });
    expect(doc.error).toContain(text);
  });

  it("contain `DNS failure` when the name is not resolved", async () => {
    const doc = await world.alice.finish("/url-scraper", { url: "http://nowhere.example/" });
    expect(doc.error).toContain("DNS failure");
  });

  it("contain `address not allowed` when a name turns out to be private", async () => {
    const doc = await world.alice.finish("/url-scraper", { url: "http://inside.example/" });
    expect(doc.error).toContain("address not allowed");
    expect(doc.error).not.toContain("10.0.0.7");
  });

  it("contain `TLS failure` when the handshake fails", async () => {
    const url = `https://127.0.0.1:${world.site.port}/`;
    const doc = await world.alice.finish("/url-scraper", { url });
    expect(doc.error).toContain("TLS failure");
  });

  it("stand in maps and crawls too", async () => {
    for (const path of ["/map", "/crawl"]) {
      const doc = await world.alice.finish(path, { url: world.page("/forbidden") });
      expect(doc).toMatchObject({ status: "failed" });
      expect(doc.error).toContain("HTTP 403");
    }
  });
});

describe.each(transports)("7.1 configuration_error, over $name", (transport) => {
  const collaborators = { model: undefined };
  const world = useWorld(transport, { collaborators, options: { requireModel: true } });

  it.each([
    { formats: ["summary"] },
    { formats: ["json"] },
    { generateJson: true },
    { outputSchema: { type: "object" } },
  ])(
    "is 500 at submission for %j without the model that the host requires, and costs nothing",
    async (more) => {
      for (const [path, body] of [
        ["/url-scraper", { url: world.page("/one") }],
        ["/url-scraper/scrape", { url: world.page("/one") }],
        ["/url-scraper/batch", { urls: [world.page("/one")] }],
      ] as const) {
        const answer = await world.alice.post(path, { ...body, ...more });
        expect(answer.status).toBe(500);
        expect(answer.json).toEqual({ error: "configuration_error", message: expect.any(String) });
      }
      expect(await world.alice.balance()).toBe(300);
    },
  );

  it("is not answered for outputs that need no model", async () => {
    expect((await world.alice.post("/url-scraper", { url: world.page("/one") })).status).toBe(202);
  });
});

describe.each(transports)("4.1 a host without a language model, over $name", (transport) => {
  const world = useWorld(transport, { collaborators: { model: undefined } });

  it("answers summary and JSON from the page", async () => {
    const outputSchema = { type: "object", properties: { title: { type: "string" } } };
    const url = world.page("/one");
    const doc = await world.alice.finish("/url-scraper", {
      url,
      formats: ["summary"],
      outputSchema,
    });
    expect(doc).toMatchObject({
      status: "completed",
      summary: expect.stringContaining("The harbour opens at six in the morning"),
      generatedJson: { status: "success", data: { title: "One" } },
      creditsUsed: 4,
    });
  });

  it("names in generatedJson.error what cannot be found that way", async () => {
    const outputSchema = { type: "object", properties: { captain: { type: "string" } } };
    const doc = await world.alice.finish("/url-scraper", { url: world.page("/one"), outputSchema });
    expect(doc.generatedJson).toEqual({
      status: "failed",
      data: null,
      error: expect.stringContaining("captain"),
    });
    expect(doc["creditsUsed"]).toBe(1);
  });
});

/** Records that can be broken. */
class BreakableRecords extends MemoryRecords {
  failure: Error | undefined;

  override find: Records["find"] = (...args) =>
    this.failure === undefined ? super.find(...args) : Promise.reject(this.failure);
}

describe.each(transports)("7.1 failures of the host, over $name", (transport) => {
  const records = new BreakableRecords();
  const world = useWorld(transport, {
    collaborators: { records, queue: new MemoryQueue() },
    runs: false,
  });
  const secret = "password=hunter2 at 10.0.0.5";
  const answers = async (failure: Error) => {
    records.failure = failure;
    const all = [
      await world.alice.get("/url-scraper/j_1"),
      await world.alice.get("/map/j_1"),
      await world.alice.get("/webhooks"),
      await world.alice.get("/credits"),
    ];
    records.failure = undefined;
    return all;
  };

  it("are 503 service_unavailable with Retry-After 30 when a store is away", async () => {
    for (const answer of await answers(new StorageError("UNAVAILABLE", { message: secret }))) {
      expect(answer.status).toBe(503);
      expect(answer.json).toEqual({ error: "service_unavailable", message: expect.any(String) });
      expect(answer.headers.get("retry-after")).toBe("30");
      expect(answer.text).not.toContain("hunter2");
    }
  });

  it("are 500 without stack, secret or address when they are unexpected", async () => {
    for (const answer of await answers(new Error(secret))) {
      expect(answer.status).toBe(500);
      expect(Object.keys(answer.json).toSorted()).toEqual(["error", "message"]);
      expect(["server_error", "internal_error"]).toContain(answer.json.error);
      expect(answer.text).not.toMatch(/hunter2|10\.0\.0\.5|at \w+ \(|\.ts/);
    }
  });
});

describe.each(transports)("7 the flat shape, over $name", (transport) => {
  const world = useWorld(transport);

  it("is exactly `error` and `message`, both strings", async () => {
    const answers = [
      await world.alice.post("/map", {}),
      await world.alice.post("/url-scraper/batch", { urls: ["harbour"] }),
      await world.alice.post("/request", {}),
      await world.nobody.get("/credits"),
      await world.alice.get("/map/unknown"),
      await world.alice.get("/unknown"),
      await world.alice.get("/webhooks/whe_1"),
      await world.alice.post("/webhooks/deliveries/dlv_1/resend"),
    ];
    const codes = ["invalid_request", "invalid_url", "invalid_job_type", "unauthorized"];
    const rest = ["not_found", "not_found", "not_found", "not_found"];
    expect(answers.map(({ json }) => json.error)).toEqual([...codes, ...rest]);
    for (const { json } of answers) {
      expect(Object.keys(json).toSorted()).toEqual(["error", "message"]);
      expect(json.message).toEqual(expect.any(String));
    }
  });
});
