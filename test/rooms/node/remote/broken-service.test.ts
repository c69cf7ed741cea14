import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { root } from "../../../sources.ts";
import { run } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";

/** What a service answers: JSON, or bytes with their status. */
type Said = object | null | { readonly status: number; readonly body: string };

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** `--remote URL` of a service that answers so. */
async function serviceThat(says: (asked: string, request: IncomingMessage) => Said) {
  const server = createServer((request, answer) => {
    const said = says(`${request.method} ${request.url?.replace("/v1", "")}`, request);
    const isRaw = said !== null && "status" in said && "body" in said;
    answer.writeHead(isRaw ? said.status : 200, { "retry-after": "0" });
    answer.end(isRaw ? said.body : JSON.stringify(said));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return ["--remote", `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
}

const job = { id: "job_1", status: "completed", unitsTotal: 2, error: null };
const page = (place: number) => ({
  place,
  url: `https://x.example/${place}`,
  status: "completed",
  markdown: `# ${place}`,
});

/** A crawl of a service: its parts by what they come after, and its pages. */
const crawl =
  (parts: (after: string | null) => object, pageAt: (place: number) => Said = page) =>
  (asked: string): Said => {
    const [, path = ""] = asked.split(" ");
    const { pathname, searchParams } = new URL(path, "http://x");
    const [, place] = /\/pages\/(.+)$/.exec(pathname) ?? [];
    if (asked === "POST /crawl") return { jobId: "job_1", status: "pending" };
    if (pathname === "/jobs/job_1") return job;
    return place === undefined ? parts(searchParams.get("after")) : pageAt(Number(place));
  };

describe("a service that answers what is none of this API", () => {
  const commands: readonly (readonly string[])[] = [
    ["scrape", "https://x.example/"],
    ["crawl", "https://x.example/"],
    ["map", "https://x.example/"],
    ["search", "x"],
    ["research", "x"],
    ["visibility", "x"],
    ["wire", "search", "x"],
    ["wire", "show", "a.b"],
    ["wire", "build", "https://x.example/", "goal"],
    ["monitor", "list"],
    ["identity", "list"],
    ["webhooks", "listen", "--port", "0"],
  ];
  it.each(commands)("is told so by %s %s", async (...argv) => {
    for (const said of [{}, null]) {
      const at = await serviceThat(() => said);
      const { code, stdout, stderr } = await run([...argv, ...at]);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(/^dragline: [^\n]*\(UNEXPECTED_ANSWER\)\n$/);
    }
  });

  it("makes no empty page of a scrape without its format", async () => {
    const at = await serviceThat(() => ({ ...job, url: "https://x.example/" }));
    const { code, stderr } = await run(["scrape", "https://x.example/", ...at]);
    expect([code, stderr]).toEqual([
      1,
      "dragline: The service's scrape has no markdown. (UNEXPECTED_ANSWER)\n",
    ]);
  });

  it("gets no picture written that is none", async () => {
    const file = join(await temporaryFolder(), "page.png");
    const at = await serviceThat((asked) =>
      asked.includes("screenshot") ? { status: 200, body: "<html>" } : { ...job, markdown: "x" },
    );
    const flags = ["--screenshot", file, ...at];
    const { code, stderr } = await run(["scrape", "https://x.example/", ...flags]);
    expect([code, stderr]).toEqual([
      1,
      "dragline: The service's picture is no PNG. (UNEXPECTED_ANSWER)\n",
    ]);
    expect(existsSync(file)).toBe(false);
  });

  it("does not say a job's id that commands a shell", async () => {
    const at = await serviceThat(() => ({ jobId: "a; rm -rf ~", status: "pending" }));
    const { code, stderr } = await run(["map", "https://x.example/", ...at]);
    expect(code).toBe(1);
    expect(stderr).not.toContain("rm");
  });

  it("repeats no key of the flag", async () => {
    const at = await serviceThat((_, { headers }) => {
      const body = JSON.stringify({ error: "no", message: `not ${headers["x-api-key"]}` });
      return { status: 401, body };
    });
    const key = "dl_key_of_the_flag";
    const { stderr } = await run(["scrape", "https://x.example/", ...at, "--key", key]);
    expect(stderr).toBe("dragline: not … (no)\n");
  });
});

describe("a service's crawl", () => {
  it.each([
    ["leads to where it was", () => ({ pages: [page(0)], next: 0 })],
    ["leads on without pages", (after: string | null) => ({ pages: [], next: Number(after) + 1 })],
    ["has places that are none", () => ({ pages: [{ ...page(0), place: "../x" }], next: null })],
  ])("is not gone through for ever when its list %s", async (_, parts) => {
    const at = await serviceThat(crawl(parts));
    const { code, stderr } = await run(["crawl", "https://x.example/", ...at]);
    expect(code).toBe(1);
    expect(stderr).toContain("(UNEXPECTED_ANSWER)\n");
  });

  it("ends when the service calls its state by an unknown name", async () => {
    const own = crawl(() => ({ pages: [page(0)], next: null }));
    const at = await serviceThat((asked) =>
      asked.startsWith("GET /jobs/") ? { ...job, status: "cancelled" } : own(asked),
    );
    const { code, stdout } = await run(["crawl", "https://x.example/", ...at]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { url: "https://x.example/0" }]);
  });

  it("is taken whole from a service that limits how often it is asked", async () => {
    let refused = 0;
    const limited = { status: 429, body: JSON.stringify({ error: "limited", message: "slow" }) };
    const at = await serviceThat(
      crawl(
        () => ({ pages: [page(0)], next: null }),
        (place) => ((refused += 1) <= 4 ? limited : page(place)),
      ),
    );
    const { code, stdout } = await run(["crawl", "https://x.example/", ...at]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { markdown: "# 0" }]);
  });

  it("that is refused leaves alone what an earlier one wrote", async () => {
    const folder = join(await temporaryFolder(), "pages");
    const call = ["crawl", "https://x.example/", "--output", folder];
    const good = await serviceThat(crawl(() => ({ pages: [page(0)], next: null })));
    expect((await run([...call, ...good])).code).toBe(0);
    const before = await readFile(join(folder, "crawl.jsonl"), "utf8");
    const bad = await serviceThat(() => ({ status: 401, body: "{}" }));
    expect((await run([...call, ...bad])).code).toBe(1);
    expect(before).not.toBe("");
    expect(await readFile(join(folder, "crawl.jsonl"), "utf8")).toBe(before);
  });

  it("goes to an output from one process alone, and says so when it is gone", async () => {
    const folder = join(await temporaryFolder(), "pages");
    const call = ["crawl", "https://x.example/", "--output", folder, "--resume"];
    const own = crawl(() => ({ pages: [page(0)], next: null }));
    const asked = Promise.withResolvers<void>();
    const stop = new AbortController();
    const gone = { status: 404, body: JSON.stringify({ error: "not_found", message: "Gone." }) };
    let answers: (asked: string) => Said = (text) => {
      if (text.startsWith("GET /jobs/")) asked.resolve();
      return text.startsWith("GET /jobs/") ? { ...job, status: "processing" } : own(text);
    };
    const at = await serviceThat((text) => answers(text));
    const first = run([...call, ...at], { signal: stop.signal });
    await asked.promise;
    expect(await run([...call, ...at])).toMatchObject({
      code: 2,
      stderr: `dragline: another process is crawling to ${folder}\n`,
    });
    stop.abort();
    expect((await first).code).toBe(130);
    answers = (text) => (text.startsWith("GET /jobs/") ? gone : own(text));
    const { code, stderr } = await run([...call, ...at]);
    expect(code).toBe(1);
    expect(stderr).toContain(`no longer; remove ${join(folder, ".crawl")} to crawl anew\n`);
  });
});

describe("a file of a service's run", () => {
  const runOf = async (name: unknown, folder: string) => {
    const at = await serviceThat((asked) => {
      if (asked.includes("/catalog/")) {
        const actions = [{ action_id: "a.b", parameters: [] }];
        return { catalog: { slug: "a", name: "A" }, actions };
      }
      if (asked.includes("/download")) return { status: 200, body: "text" };
      const files = [{ name, content_type: "text/plain\n\u001b[31m", size_bytes: 4 }];
      return { job_id: "job_1", status: "completed", data: null, files, execution_ms: 1 };
    });
    return await run(["wire", "run", "a.b", "--output", folder, ...at]);
  };

  it.each(["../../x", "/etc/x"])("that is called %s stays in the folder", async (name) => {
    const folder = join(await temporaryFolder(), "a/b");
    const { code, stderr } = await runOf(name, folder);
    expect([code, await readFile(join(folder, "x"), "utf8")]).toEqual([0, "text"]);
    expect(stderr).toBe(`${join(folder, "x")}: 4 bytes, text/plain \\u001b[31m\ndone in 1 ms\n`);
  });

  it.each(["", ".", "..", "a\0b"])("that is called %j is refused", async (name) => {
    const { code, stderr } = await runOf(name, join(await temporaryFolder(), "a"));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^dragline: the run has a file that is called '[^\n]*'\n$/);
  });

  it("with a name that is too long is told in a sentence", async () => {
    const { code, stderr } = await runOf("n".repeat(300), await temporaryFolder());
    expect(code).toBe(1);
    expect(stderr).toMatch(/^dragline: cannot write [^\n]*: its name is too long\n$/);
  });
});

describe.runIf(existsSync("/dev/full"))("a disk that is full", () => {
  it("is told in a sentence, whatever prints", () => {
    const bin = join(root, "src/node/bin.ts");
    const command = `"${process.execPath}" --conditions=dragline-source "${bin}" api > /dev/full`;
    const { status, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, "dragline: ENOSPC: no space left on device, write\n"]);
  });
});
