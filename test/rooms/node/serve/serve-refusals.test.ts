import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const own = "a-key-of-the-host-1234";

async function folderOf(): Promise<string> {
  return join(await temporaryFolder(), "data");
}

/** A bucket that nobody has. */
const s3 = {
  S3_BUCKET: "bucket",
  S3_ENDPOINT: "http://127.0.0.1:1",
  S3_ACCESS_KEY_ID: "ada",
  S3_SECRET_ACCESS_KEY: "s3cret",
};

describe("dragline serve, when it cannot start", () => {
  it("says in one line that the port is in use, and ends with 1", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const env = { DRAGLINE_API_KEY: own };
    const ran = await run(["serve", `--port=${port}`, `--data=${await folderOf()}`], { env });
    server.close();
    expect(ran).toEqual({
      code: 1,
      stdout: "",
      stderr: `dragline: cannot listen on 127.0.0.1:${port} (the port is in use; give another with --port)\n`,
    });
  });

  it.each<[string, Record<string, string>, number, RegExp]>([
    [
      "--data=/proc/none",
      {},
      1,
      /^dragline: cannot store data in '\/proc\/none' \(ENOENT\); give --data a folder .*\n$/,
    ],
    ["--data=/etc/hostname", {}, 1, /^dragline: cannot store data .*it is a file.*\n$/],
    [
      "--engine=http",
      { DATABASE_URL: "postgres://ada:s3cret@127.0.0.1:1/x" },
      1,
      /^dragline: DATABASE_URL \(127\.0\.0\.1:1\): .*ECONNREFUSED.*; start that server or .*\n$/,
    ],
    [
      "--engine=http",
      { DATABASE_URL: "mysql://ada:s3cret@127.0.0.1/x" },
      2,
      /^dragline: DATABASE_URL must .*postgres:\/\/.*got a mysql:\/\/ URL.*\n$/,
    ],
    ["--engine=http", { DATABASE_URL: "s3cret" }, 2, /^dragline: DATABASE_URL must .*no such URL/],
    [
      "--engine=http",
      { REDIS_URL: "redis://:s3cret@127.0.0.1:1" },
      1,
      /^dragline: REDIS_URL \(127\.0\.0\.1:1\): .*; start that server or .*\n$/,
    ],
    ["--engine=http", { REDIS_URL: "s3cret" }, 2, /^dragline: REDIS_URL must .*redis:\/\/.*\n$/],
    [
      "--engine=http",
      { S3_BUCKET: "bucket" },
      2,
      /^dragline: S3_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: .*\n$/,
    ],
    [
      "--engine=http",
      { S3_SECRET_ACCESS_KEY: "s3cret" },
      2,
      /^dragline: .* needs S3_BUCKET: .*\n$/,
    ],
    ["--engine=http", { ...s3, S3_BUCKET: "x" }, 2, /^dragline: S3_BUCKET must be .*\n$/],
    ["--engine=http", { ...s3, S3_ENDPOINT: "s3" }, 2, /^dragline: S3_ENDPOINT must be .*\n$/],
    [
      "--engine=http",
      { DRAGLINE_SEAL_KEYS: "s3cret" },
      2,
      /^dragline: DRAGLINE_SEAL_KEYS must be id:base64 .*openssl rand -base64 32.*\n$/,
    ],
    ["--engine=http", { DRAGLINE_SEAL_KEYS: "k1:abc" }, 2, /32 bytes for 'k1'/],
    ["--engine=http", { DRAGLINE_API_KEY: "short" }, 1, /^dragline: DRAGLINE_API_KEY: .*16.*\n$/],
    ["--allow-host=a b", {}, 2, /^dragline: .*a b.*\n$/],
    ["--trust-proxy=nobody", {}, 2, /^dragline: .*nobody.*\n$/],
    ["--workers=many", {}, 2, /^dragline: --workers .*\n$/],
    ["--worker-only", {}, 2, /^dragline: .*\n$/],
  ])("says why in one line: %s %j", async (...[flag, env, code, line]) => {
    const folder = await folderOf();
    const flags = flag === "--worker-only" ? [flag, "--no-worker"] : [flag];
    const data = flag.startsWith("--data") ? [] : [`--data=${folder}`];
    const ran = await run(["serve", "--port=0", ...data, ...flags], { env });
    expect(ran.stderr).toMatch(line);
    expect(ran.stderr).not.toContain("s3cret");
    expect(ran).toMatchObject({ code, stdout: "" });
  });

  it("ends at once when it is interrupted meanwhile", async () => {
    const signal = AbortSignal.abort(new Error("interrupted"));
    const ran = await run(["serve", "--port=0", `--data=${await folderOf()}`], { signal });
    expect([0, 130]).toContain(ran.code);
  });
});
