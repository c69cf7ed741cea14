import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../transports/index.ts";

describe.each(transports)("4.1 POST /url-scraper, over $name", (transport) => {
  const world = useWorld(transport);
  const scrape = (body: object) => world.alice.finish("/url-scraper", body);
  const refused = async (body: unknown) => {
    const answer = await world.alice.post("/url-scraper", body);
    expect([answer.status, answer.json.error], answer.text).toEqual([400, "invalid_request"]);
    return answer.json.message;
  };

  it("answers 202 with `{jobId, status: pending}`", async () => {
    const answer = await world.alice.post("/url-scraper", { url: world.page("/article") });
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ jobId: expect.any(String), status: "pending" });
  });

  it("needs url", async () => {
    expect(await refused({})).toContain("url");
  });

  it.each([
    ["a word", "harbour"],
    ["a path", "/harbour"],
    ["another scheme", "ftp://example.com/"],
    ["a script", "javascript:alert(1)"],
    ["no host", "http://"],
    ["a user name", "http://user:secret@example.com/"],
    ["a number", 7],
    ["empty", ""],
    ["more than 2048 characters", `http://example.com/${"a".repeat(2030)}`],
  ])("refuses a url that is %s", async (_, url) => {
    expect(await refused({ url })).toContain("url");
  });

  it.each([
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://0x0a000001/",
  ])("refuses the private address %s", async (url) => {
    expect(await refused({ url })).toContain("url");
  });

  it("takes a url of 2048 characters", async () => {
    const url = world.page("/one?").padEnd(2048, "a");
    expect((await world.alice.post("/url-scraper", { url })).status).toBe(202);
  });

  it("makes markdown, html and cleanedHtml by default", async () => {
    const doc = await scrape({ url: world.page("/article") });
    expect(doc.status).toBe("completed");
    expect(doc.markdown).toContain("# Article");
    expect(doc.html).toContain("secret");
    expect(doc["cleanedHtml"]).toContain("Article");
    expect(doc["cleanedHtml"]).not.toContain("secret");
    for (const name of ["links", "images", "summary", "generatedJson", "screenshotUrl"]) {
      expect(doc).not.toHaveProperty(name);
    }
  });

  it("reads an empty list of formats as the default ones", async () => {
    const doc = await scrape({ url: world.page("/article"), formats: [] });
    expect(Object.keys(doc)).toEqual(expect.arrayContaining(["html", "cleanedHtml", "markdown"]));
  });

  it.each(["html", "cleanedHtml", "markdown"])("makes only %s when asked for it", async (name) => {
    const doc = await scrape({ url: world.page("/article"), formats: [name] });
    const made = ["html", "cleanedHtml", "markdown"].filter((format) => format in doc);
    expect(made).toEqual([name]);
    expect(doc[name]).toEqual(expect.any(String));
  });

  it("ignores duplicate formats", async () => {
    const formats = ["markdown", "markdown"];
    expect(await scrape({ url: world.page("/article"), formats })).toMatchObject({
      status: "completed",
      creditsUsed: expect.any(Number),
      markdown: expect.any(String),
    });
  });

  it("refuses an unknown format", async () => {
    const url = world.page("/article");
    expect(await refused({ url, formats: ["pdf"] })).toContain("formats");
    expect(await refused({ url, formats: "markdown" })).toContain("formats");
  });

  it("takes null for an optional field as absent", async () => {
    const answer = await world.alice.post("/url-scraper", {
      url: world.page("/article"),
      formats: null,
      country: null,
      useBrowser: null,
      generateJson: null,
      outputSchema: null,
      sessionId: null,
      sessionName: null,
      webhook_url: null,
      actions: null,
      forceFresh: null,
    });
    expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  });

  it("ignores unknown fields, and names them in a header", async () => {
    const url = world.page("/one");
    const told = async (body: object, path = "/url-scraper") => {
      const answer = await world.alice.post(path, body);
      return [answer.status, answer.headers.get("x-service-ignored-fields")];
    };
    expect(await told({ url, wonder: 1 })).toEqual([202, "wonder"]);
    expect(await told({ url, country: "de" })).toEqual([202, null]);
    expect(await told({ url, fromats: [], "é\n": 1 })).toEqual([
      202,
      "fromats; did you mean formats, %C3%A9%0A",
    ]);
    expect(await told({ url, maxpages: 1, job_type: "crawl" }, "/request")).toEqual([
      202,
      "maxpages; did you mean maxPages",
    ]);
    expect(await told({ url: 5, fromats: [] })).toEqual([400, "fromats; did you mean formats"]);
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`x${index}`, 1]));
    expect((await told({ url, ...many }))[1]).toMatch(/^x0, .*, x9, and 2 more$/);
  });

  it("says which name a field that lacks was probably given", async () => {
    const url = world.page("/one");
    expect(await refused({ Url: url })).toContain(
      "url: is required; got 'Url', did you mean 'url'?",
    );
    expect(await refused({ wonder: url })).toMatch(/url: is required$/);
    expect(await refused({ url, actions: [{ type: "click", selctor: "a" }] })).toContain(
      "got nothing; 'selctor' is unknown, did you mean 'selector'?",
    );
  });

  it.each(["useBrowser", "generateJson", "forceFresh"])("wants a boolean for %s", async (name) => {
    for (const value of ["true", 1, {}]) {
      expect(await refused({ url: world.page("/one"), [name]: value })).toContain(name);
    }
  });

  it("echoes the country in lower case; it is us by default", async () => {
    expect(await scrape({ url: world.page("/one"), country: "DE" })).toMatchObject({
      status: "completed",
      country: "de",
    });
    expect(await scrape({ url: world.page("/one") })).toMatchObject({ country: "us" });
  });

  it("uses the default exit for a country that has none", async () => {
    const doc = await scrape({ url: world.page("/one"), country: "zz" });
    expect(doc).toMatchObject({ status: "completed", country: "zz" });
  });

  it.each(["usa", "u", "12", "", "u "])("refuses the country %j", async (country) => {
    expect(await refused({ url: world.page("/one"), country })).toContain("country");
  });

  it("uses a browser for useBrowser, for actions and for screenshots", async () => {
    for (const [name, more] of Object.entries({
      a: { useBrowser: true },
      b: { actions: [{ type: "wait", milliseconds: 1 }] },
      c: { formats: ["screenshot"] },
      d: { formats: ["screenshotFullPage"] },
    })) {
      const url = world.page(`/one?${name}`);
      expect((await scrape({ url, ...more })).status).toBe("completed");
      expect(world.visitor.visits.map((visit) => visit.url)).toContain(url);
    }
  });

  it("uses no browser otherwise", async () => {
    const url = world.page("/one?plain");
    await scrape({ url, actions: [] });
    expect(world.visitor.visits.map((visit) => visit.url)).not.toContain(url);
  });

  it("extracts JSON for generateJson, for format json and for an outputSchema", async () => {
    const outputSchema = { type: "object", properties: { title: { type: "string" } } };
    const own = { metadata: expect.objectContaining({ title: "One" }) };
    for (const [more, data] of [
      [{ generateJson: true }, own],
      [{ formats: ["json"] }, own],
      [{ outputSchema }, { title: "One" }],
    ] as const) {
      const doc = await scrape({ url: world.page("/one"), ...more });
      expect(doc.generatedJson).toEqual({ status: "success", data });
      expect(doc).not.toHaveProperty("json");
    }
  });

  it.each([
    ["a list", []],
    ["text", "{}"],
    ["one that does not compile", { type: "thing" }],
    ["above 50 KB of compact JSON", { type: "object", description: "x".repeat(51_200) }],
  ])("refuses an outputSchema that is %s", async (_, outputSchema) => {
    expect(await refused({ url: world.page("/one"), outputSchema })).toContain("outputSchema");
  });

  it("counts the size of an outputSchema on compact JSON, to 51,200 bytes", async () => {
    const bare = JSON.stringify({ type: "object", description: "" }).length;
    const schema = { type: "object", description: "x".repeat(51_200 - bare) };
    const raw = JSON.stringify({ url: world.page("/one"), outputSchema: schema }, null, 8);
    const answer = await world.alice.send({ method: "POST", path: "/url-scraper", raw });
    expect(answer.status).toBe(202);
    schema.description += "x";
    await refused({ url: world.page("/one"), outputSchema: schema });
  });

  it("refuses a webhook_url that is no valid callback URL", async () => {
    for (const webhook_url of ["harbour", "ftp://example.com/", "http://10.0.0.1/hook", 7, ""]) {
      expect(await refused({ url: world.page("/one"), webhook_url })).toContain("webhook_url");
    }
  });
});
