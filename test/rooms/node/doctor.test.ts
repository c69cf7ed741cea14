import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SqliteRecords } from "dragline/storage/sqlite";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresUrl, redisUrl, serverTitle } from "../../services.ts";
import { manifest } from "../../sources.ts";
import { run } from "./run.ts";

interface Finding {
  readonly name: string;
  readonly found: boolean;
  readonly needed: boolean;
  readonly detail: string;
}

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-doctor-"));
});

afterAll(() => rm(folder, { recursive: true }));

/** Neither programs nor browsers are found. */
function bare(env: Record<string, string> = {}): Record<string, string> {
  return { PATH: folder, PUPPETEER_CACHE_DIR: folder, ...env };
}

async function findings(
  argv: readonly string[],
  env: Record<string, string> = {},
): Promise<{ readonly code: number; readonly named: Map<string, Finding> }> {
  const { code, stdout } = await run(["doctor", "--json", ...argv], { env: bare(env) });
  const list = JSON.parse(stdout) as Finding[];
  return { code, named: new Map(list.map((finding) => [finding.name, finding])) };
}

const [postgres, redis] = await Promise.all([postgresUrl(), redisUrl()]);

describe("dragline doctor", () => {
  it("keeps to the columns of a terminal, with details below each other", async () => {
    const { stdout } = await run(["doctor"], { env: { ...bare(), NO_COLOR: "1" }, tty: true });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.filter((line) => line.length > 80 && !line.includes("://"))).toEqual([]);
    for (const line of lines) {
      expect(line).toMatch(/^(?:(?:found|missing) +\S| {21}(?: {17})?\S|Optional packages|$)/);
    }
  });

  it("names each thing it looks for in a line, and is content when nothing was configured", async () => {
    const { code, stdout } = await run(["doctor"], { env: bare() });
    expect(code).toBe(0);
    const [parts = "", packages = ""] = stdout.split("\n\nOptional packages\n");
    expect(parts.split("\n")).toHaveLength(8);
    const names = packages
      .trimEnd()
      .split("\n")
      .map((line) => line.split(/\s+/)[1]);
    expect(new Set(names)).toEqual(new Set(Object.keys(manifest.peerDependencies)));
    expect(packages).toMatch(/^found {4}pg +\d+\.\d+\.\d+, for PostgreSQL \(DATABASE_URL\)$/m);
    expect(packages).toMatch(/^missing {2}puppeteer +for .*: puppeteer-core is there$/m);
    expect(stdout).toMatch(/^found {4}Node/);
    expect(stdout).toMatch(/PostgreSQL .*DATABASE_URL is not set/);
    expect(stdout).toMatch(/Redis .*REDIS_URL is not set/);
    expect(stdout).toMatch(/missing {2}ffmpeg/);
    expect(stdout).toMatch(/missing {2}Model .*DRAGLINE_AI_URL/);
    expect(stdout).toMatch(/missing {2}Search .*DRAGLINE_SEARCH/);
    expect(stdout).toMatch(/missing {2}Engines .*DRAGLINE_OPENAI_KEY/);
  });

  it("names the answer engines that are configured, asks none, and fails for half a setting", async () => {
    await using site = await createSite({ "*": "{}" });
    const env = bare({ DRAGLINE_XAI_KEY: "key-1", DRAGLINE_XAI_URL: site.url("/v1") });
    const good = await run(["doctor"], { env });
    expect(good.stdout).toMatch(/found {4}Engines {5}Grok: not tested/);
    expect([good.code, site.requests.length]).toEqual([0, 0]);
    expect(good.stdout).not.toContain("key-1");
    const half = await run(["doctor"], { env: bare({ DRAGLINE_XAI_URL: site.url("/v1") }) });
    expect(half.stdout).toMatch(/failed {3}Engines .*DRAGLINE_XAI_KEY/);
    expect(half.code).toBe(1);
  });

  it("asks each search provider, and fails for one that does not answer, without its key", async () => {
    const found = { results: [{ url: "https://a.test/", title: "A", content: "weather" }] };
    const headers = { "content-type": "application/json" };
    await using site = await createSite({ "/search": { headers, body: JSON.stringify(found) } });
    const good = await run(["doctor"], {
      env: bare({ DRAGLINE_SEARCH: `searxng:${site.url("/")}` }),
    });
    expect([good.code, good.stdout]).toEqual([
      0,
      expect.stringMatching(/^found {4}Search +searxng answers$/m),
    ]);
    const setting = `searxng:${site.url("/none")},altavista:secret-key`;
    const bad = await run(["doctor"], { env: bare({ DRAGLINE_SEARCH: setting }) });
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/^failed {3}Search .*altavista/m);
    expect(bad.stdout).not.toContain("secret-key");
    const gone = await run(["doctor"], {
      env: bare({ DRAGLINE_SEARCH: `searxng:${site.url("/none")}` }),
    });
    expect([gone.code, gone.stdout]).toEqual([
      1,
      expect.stringMatching(/^failed {3}Search .*SearXNG/m),
    ]);
  });

  it("fails for configured servers that do not answer, and shows no credentials", async () => {
    const env = {
      DATABASE_URL: "postgres://ada:secret@127.0.0.1:1/x",
      REDIS_URL: "redis://:secret@127.0.0.1:1",
    };
    const { code, stdout } = await run(["doctor"], { env: bare(env) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^failed {3}PostgreSQL .*ECONNREFUSED 127\.0\.0\.1:1$/m);
    expect(stdout).toMatch(/^failed {3}Redis .*ECONNREFUSED 127\.0\.0\.1:1$/m);
    expect(stdout).not.toMatch(/secret(?!s)/);
  });

  it("fails for what is no such server", async () => {
    await using site = await createSite({});
    const { code, named } = await findings([], {
      DATABASE_URL: `postgres://127.0.0.1:${site.port}/x`,
      REDIS_URL: `redis://127.0.0.1:${site.port}`,
    });
    expect(code).toBe(1);
    expect(named.get("PostgreSQL")?.found).toBe(false);
    expect(named.get("Redis")?.found).toBe(false);
  });

  it("fails for a feature that is asked for and would not work, and looks for nothing else", async () => {
    const { code, named } = await findings(["--for", "postgres,mail"]);
    expect(code).toBe(1);
    expect([...named.keys()]).toEqual(["pg", "PostgreSQL", "nodemailer", "Mail server"]);
    expect(named.get("PostgreSQL")).toMatchObject({ found: false, needed: true });
    expect(named.get("PostgreSQL")?.detail).toBe("DATABASE_URL is not set");
    expect(named.get("Mail server")?.detail).toBe("SMTP_URL is not set");
  });

  it.each([["s3"], ["model"], ["search"], ["engines"], ["redis"]])(
    "fails for %s where it is not configured",
    async (feature) => {
      const { code, named } = await findings(["--for", feature]);
      const missed = [...named.values()].filter(({ found }) => !found);
      expect([code, missed.length]).toEqual([1, 1]);
    },
  );

  it.each([["parquet"], ["1password"], ["azure"]])(
    "says that the packages of %s are there",
    async (feature) => {
      const { code, named } = await findings(["--for", feature]);
      expect([code, [...named.values()].every(({ found }) => found)]).toEqual([0, true]);
    },
  );

  it("knows which feature is meant", async () => {
    const { code, stderr } = await run(["doctor", "--for", "postgress"], { env: bare() });
    expect([code, stderr]).toEqual([2, expect.stringContaining("did you mean 'postgres'?")]);
  });

  it("tries a data folder and leaves nothing in it", async () => {
    const data = join(folder, "data");
    await mkdir(data);
    const { code, named } = await findings(["--data", data]);
    expect(named.get("Data folder")).toMatchObject({ found: true });
    expect(named.get("Data folder")?.detail).toContain("GB free");
    expect(code).toBe(0);
    expect(await readdir(data)).toEqual([]);
  });

  it("checks the database that is there", async () => {
    const data = join(folder, "used");
    await mkdir(data);
    const path = join(data, "dragline.sqlite");
    {
      await using records = new SqliteRecords({}, { path });
      await records.ensure([], { signal: new AbortController().signal });
    }
    expect((await findings(["--data", data])).named.get("Data folder")?.found).toBe(true);
    await writeFile(path, "no database, but longer than a header of one ".repeat(200));
    const { code, named } = await findings(["--data", data]);
    expect(code).toBe(1);
    expect(named.get("Data folder")).toMatchObject({ found: false });
    expect(named.get("Data folder")?.detail).toContain("not a database");
  });

  it("fails for a data folder that is not there", async () => {
    const { code, named } = await findings(["--data", join(folder, "none")]);
    expect(code).toBe(1);
    expect(named.get("Data folder")?.detail).toContain("ENOENT");
  });

  it("fails for a bucket that cannot be reached", async () => {
    const { code, named } = await findings([], {
      S3_BUCKET: "pages",
      S3_ENDPOINT: "http://127.0.0.1:1",
      S3_ACCESS_KEY_ID: "key",
      S3_SECRET_ACCESS_KEY: "a secret of the bucket",
    });
    expect(code).toBe(1);
    expect(named.get("S3")?.found).toBe(false);
    expect(named.get("S3")?.detail).not.toContain("secret");
  });
});

describe.skipIf(postgres === undefined)(
  `${serverTitle("dragline doctor", postgres)} with Postgres`,
  () => {
    it("logs in", async () => {
      const { code, named } = await findings([], { DATABASE_URL: postgres ?? "" });
      expect(named.get("PostgreSQL")).toMatchObject({ found: true });
      expect(named.get("PostgreSQL")?.detail).toMatch(/^\d+(?:\.\d+)?.*logged in at /);
      expect(code).toBe(0);
    });

    it("says that the database is not there", async () => {
      const url = new URL(postgres ?? "");
      url.pathname = "/dragline_none";
      const { code, named } = await findings([], { DATABASE_URL: url.href });
      expect(code).toBe(1);
      expect(named.get("PostgreSQL")?.detail).toContain('database "dragline_none" does not exist');
    });
  },
);

describe.skipIf(redis === undefined)(`${serverTitle("dragline doctor", redis)} with Redis`, () => {
  it("logs in and sees whether jobs are safe", async () => {
    const { named } = await findings([], { REDIS_URL: redis ?? "" });
    expect(named.get("Redis")?.detail).toMatch(/logged in at |maxmemory-policy is /);
  });
});
