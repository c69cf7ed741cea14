import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completion, failure, serveChat } from "../ai/chat-server.ts";
import { run } from "./run.ts";

const schema = {
  type: "object",
  required: ["name", "price"],
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    currency: { type: "string" },
    material: { type: "string" },
  },
};

const lamp = page({ name: "Lamp", price: "79.90" }, "<p>Blown by hand of opal glass in Murano.");

function page({ name, price }: { name: string; price: string }, more = ""): string {
  const offers = { "@type": "Offer", price, priceCurrency: "EUR" };
  const thing = JSON.stringify({ "@type": "Product", name, offers });
  return `<!doctype html><title>${name}</title><script type="application/ld+json">${thing}</script><h1>${name}</h1>${more}`;
}

const base = "https://shop.test/p/lamp";
let folder = "";
let lampFile = "";
let schemaFile = "";

async function put(name: string, content: unknown): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-extract-"));
  lampFile = await put("lamp.html", lamp);
  schemaFile = await put("schema.json", schema);
});

afterAll(() => rm(folder, { recursive: true }));

describe("dragline extract", () => {
  it("prints a URL's values as JSON, and says on stderr what is missing", async () => {
    await using site = await createSite({ "/lamp": lamp });
    const argv = ["extract", site.url("/lamp"), "--schema", schemaFile];
    const { code, stdout, stderr } = await run([...argv, "--allow-host", "127.0.0.1"]);
    expect(JSON.parse(stdout)).toEqual({ name: "Lamp", price: 79.9, currency: "EUR" });
    expect([code, stderr]).toEqual([0, "warning: not found: material\n"]);
  });

  it("reads a file, and stdin, with the address that --url gives", async () => {
    const ofFile = await run(["extract", lampFile, "--url", base, "--schema", schemaFile]);
    const stdin = Readable.from([Buffer.from(lamp)]);
    const ofStdin = await run(["extract", "-", "--url", base, "--schema", schemaFile], { stdin });
    expect(ofStdin).toEqual(ofFile);
    expect(JSON.parse(ofFile.stdout)).toMatchObject({ name: "Lamp", price: 79.9 });
  });

  it("prints where each value comes from with --evidence", async () => {
    const argv = ["extract", lampFile, "--url", base, "--schema", schemaFile, "--evidence"];
    expect(JSON.parse((await run(argv)).stdout)).toMatchObject({
      data: { name: "Lamp" },
      missing: ["material"],
      evidence: { price: { source: "json-ld", place: "offers.price", derived: false } },
      usage: { calls: 0 },
      warnings: [],
    });
  });

  it("fails when what is required is missing, and prints the rest", async () => {
    const file = await put("priceless.html", page({ name: "Lamp", price: "" }));
    const { code, stdout, stderr } = await run([
      "extract",
      file,
      "--url",
      base,
      "--schema",
      schemaFile,
    ]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { name: "Lamp" }]);
    expect(stderr).toContain("dragline: required but not found: price\n");
  });

  it("fails when nothing is found, although nothing is required", async () => {
    const file = await put("empty.html", "<p>Closed.");
    const wanted = await put("sku.json", {
      type: "object",
      properties: { sku: { type: "string" } },
    });
    const ran = await run(["extract", file, "--url", base, "--schema", wanted]);
    expect(ran).toEqual({
      code: 1,
      stdout: "{}\n",
      stderr: "dragline: no value of the schema was found\n",
    });
  });

  it("gives several pages a line each, with one that cannot be had, and fails", async () => {
    await using site = await createSite({ "/lamp": lamp });
    const { code, stdout, stderr } = await run([
      "extract",
      site.url("/lamp"),
      site.url("/lost"),
      lampFile,
      "--url",
      base,
      "--schema",
      schemaFile,
      "--allow-host",
      "127.0.0.1",
    ]);
    const lines = stdout
      .split("\n")
      .map((line) => (line === "" ? "" : JSON.parse(line)) as unknown);
    expect(lines).toEqual([
      {
        url: site.url("/lamp"),
        data: expect.objectContaining({ name: "Lamp" }),
        missing: ["material"],
      },
      { url: site.url("/lost"), error: expect.stringContaining("404") },
      { url: base, data: expect.objectContaining({ name: "Lamp" }), missing: ["material"] },
      "",
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain(`dragline: ${site.url("/lost")}: `);
  });

  it("writes --output whole", async () => {
    const output = join(folder, "values.json");
    const argv = ["extract", lampFile, "--url", base, "--schema", schemaFile, "--output", output];
    expect(await run(argv)).toMatchObject({ code: 0, stdout: "" });
    expect(JSON.parse(await readFile(output, "utf8"))).toMatchObject({ name: "Lamp" });
    expect((await readdir(folder)).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  it("writes out what would command a terminal, and means the same", async () => {
    const name = "La\u009b31mmp\u202e";
    const file = await put("escape.html", page({ name, price: "1" }));
    const argv = ["extract", file, "--url", base, "--schema", schemaFile, "--evidence"];
    const { stdout, stderr } = await run(argv, { tty: true });
    expect(stdout + stderr).not.toMatch(/[\u0080-\u009f\u202e]/);
    expect(stdout).toContain("\\u202e");
  });

  it.each([
    [["extract"], "expected a URL, a FILE or -"],
    [["extract", "/p.html", "--schema", "x"], "/p.html needs its address: --url BASE"],
    [["extract", "a.test", "--url", base, "--schema", "x"], "--url needs a FILE"],
    [
      ["extract", "-", "--url", "shop", "--schema", "x"],
      "--url takes an absolute http or https URL",
    ],
    [["extract", "a.test"], "--schema takes a file with a JSON Schema"],
    [["extract", "a.test", "--schema", "/none.json"], "cannot read /none.json: it does not exist"],
    [
      ["extract", "a.test", "--threads", "2"],
      "--threads, --page-timeout-ms and --resume need many pages",
    ],
    [["extract", "a.test", "--jsonl", "--auto"], "--auto cannot be combined with --jsonl"],
  ])("refuses %j", async (argv, said) => {
    const { code, stdout, stderr } = await run(argv);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
  });

  it("refuses a schema that is none of an object", async () => {
    const list = await put("list.json", { type: "array" });
    const ran = await run(["extract", lampFile, "--url", base, "--schema", list]);
    expect([ran.code, ran.stderr]).toEqual([
      2,
      'dragline: Expected a JSON Schema of an object with properties; wrap a list in a property: { "type": "object", "properties": { "items": { "type": "array", … } } }.\n',
    ]);
  });

  it("says that what is no file was taken for a URL", async () => {
    const { code, stderr } = await run(["extract", "127.0.0.1:1/lamp", "--schema", schemaFile]);
    expect(code).toBe(1);
    expect(stderr).toContain("there is no file '127.0.0.1:1/lamp', so it is read as a URL: ");
  });
});

describe("dragline extract with a model", () => {
  function modelOf(baseUrl: string): Record<string, string> {
    return {
      DRAGLINE_AI_URL: baseUrl,
      DRAGLINE_AI_MODEL: "tiny",
      DRAGLINE_AI_KEY: "sk-secret-key",
    };
  }

  const argv = (): string[] => ["extract", lampFile, "--url", base, "--schema", schemaFile];

  it("takes from it what is missing, and says what it took", async () => {
    const content = JSON.stringify({ material: "opal glass" });
    await using chat = await serveChat(completion({ content }));
    const { code, stdout, stderr } = await run(argv(), { env: modelOf(chat.baseUrl) });
    expect(JSON.parse(stdout)).toMatchObject({ name: "Lamp", material: "opal glass" });
    expect([code, stderr]).toEqual([0, "model: 1 call, 100 tokens read, 20 written\n"]);
    expect(chat.requests.map(({ authorization }) => authorization)).toEqual([
      "Bearer sk-secret-key",
    ]);
    expect(chat.requests[0]?.body.model).toBe("tiny");
  });

  it("leaves out what it made up, and says so", async () => {
    const content = JSON.stringify({ material: "solid gold" });
    await using chat = await serveChat(completion({ content }));
    const { stdout, stderr } = await run(argv(), { env: modelOf(chat.baseUrl) });
    expect(JSON.parse(stdout)).not.toHaveProperty("material");
    expect(stderr).toContain("warning: Not on the page, and left out: material.\n");
  });

  it("gives what the page says by itself when it fails, and never shows the key", async () => {
    await using chat = await serveChat((response, { authorization }) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `wrong: ${authorization}` } }));
    });
    const env = modelOf(chat.baseUrl);
    const { code, stdout, stderr } = await run([...argv(), "--evidence"], { env });
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { data: { name: "Lamp" } }]);
    expect(stderr).toContain("warning: The model's server answered 401: wrong: Bearer …");
    expect(stdout + stderr).not.toContain("secret");
  });

  it("is not asked when nothing is missing", async () => {
    const wanted = await put("name.json", {
      type: "object",
      properties: { name: { type: "string" } },
    });
    await using chat = await serveChat(failure(500));
    const { code, stderr } = await run(["extract", lampFile, "--url", base, "--schema", wanted], {
      env: modelOf(chat.baseUrl),
    });
    expect([code, stderr, chat.requests.length]).toEqual([0, "", 0]);
  });

  it.each([
    [{ DRAGLINE_AI_URL: "http://127.0.0.1:1/v1" }, "DRAGLINE_AI_URL needs DRAGLINE_AI_MODEL"],
    [{ DRAGLINE_AI_MODEL: "tiny" }, "DRAGLINE_AI_MODEL needs DRAGLINE_AI_URL"],
    [{ DRAGLINE_AI_KEY: "sk-secret" }, "DRAGLINE_AI_KEY needs DRAGLINE_AI_URL"],
    [{ DRAGLINE_AI_URL: "llama", DRAGLINE_AI_MODEL: "tiny" }, "must be an http or https URL"],
    [
      { DRAGLINE_AI_URL: "http://a:secret@a.test/v1", DRAGLINE_AI_MODEL: "tiny" },
      "must not contain credentials",
    ],
    [
      { DRAGLINE_AI_URL: "http://169.254.169.254/v1", DRAGLINE_AI_MODEL: "tiny" },
      "DRAGLINE_AI_URL cannot be used",
    ],
  ])("refuses %j", async (env, said) => {
    const { code, stdout, stderr } = await run(argv(), { env });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain("secret");
  });
});
