import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import {
  postgresUrl,
  redisUrl,
  serverTitle,
  startPostgres,
  startRedis,
} from "../../../services.ts";
import { S3Server } from "../../storage/s3-server.ts";
import { run } from "../run.ts";
import { served } from "./served.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const flags = ["--allow-host=127.0.0.1", "--metrics-port=0"];
const sealKeys = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

const [postgresFound, redisFound] = await Promise.all([postgresUrl(), redisUrl()]);
const found = redisFound === undefined ? undefined : postgresFound;

describe.skipIf(found === undefined)(`${serverTitle("dragline serve", found)} on servers`, () => {
  it("keeps all but the cache and files there; one process serves, another works", async () => {
    await using postgres = await startPostgres();
    await using redis = await startRedis();
    if (postgres === undefined || redis === undefined) throw new Error("no servers to start");
    await using site = await createSite({ "/": "<p>The lighthouse was built in 1724.</p>" });
    const env = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      DRAGLINE_SEAL_KEYS: sealKeys,
      DRAGLINE_API_KEY: "a-key-of-the-host-1234",
    };
    const folder = join(await temporaryFolder(), "api");
    const api = await served({ folder, env, flags: [...flags, "--no-worker"] });
    const { json } = await api.call("POST /url-scraper", { url: site.url("/") });
    expect(await api.metric('dragline_queue_depth{type="url_scraper"}')).toBe(1);
    const worker = await served({
      folder: join(await temporaryFolder(), "worker"),
      env,
      flags: [...flags, "--worker-only"],
    });
    const line = await worker.line({ event: "job", jobId: json["jobId"] });
    expect(line["status"]).toBe("completed");
    const path = `GET /url-scraper/${String(json["jobId"])}`;
    expect((await api.call(path)).json).toMatchObject({ status: "completed" });
    const search = await api.call("POST /search", { prompt: "When was the lighthouse built?" });
    expect(search.json["results"]).toEqual([expect.objectContaining({ url: site.url("/") })]);
    const names = await readdir(folder);
    expect(names.filter((name) => /dragline|pages|seal/.test(name))).toEqual([]);
    const keys = await run(["keys", "list"], { env });
    expect(keys.stdout).toContain("DRAGLINE_API_KEY");

    await redis.stop();
    const health = await fetch(`${api.url}/health`);
    expect(health.status).toBe(503);
    expect((await fetch(`${api.metricsUrl}/ready`)).status).toBe(503);
    await redis.start();
    await expect
      .poll(async () => (await fetch(`${api.url}/health`)).status, { timeout: 30_000 })
      .toBe(200);
    expect(await Promise.all([api.stop(), worker.stop()])).toEqual([0, 0]);
  }, 90_000);

  it("warns that machines need the same keys where only this folder has them", async () => {
    await using postgres = await startPostgres();
    if (postgres === undefined) throw new Error("no postgres to start");
    const folder = join(await temporaryFolder(), "data");
    const service = await served({ folder, env: { DATABASE_URL: postgres.url } });
    expect(await service.line({ event: "configuration" })).toMatchObject({ level: "warn" });
    expect(await service.stop()).toBe(0);
  }, 60_000);
});

describe("dragline serve with a bucket", () => {
  it("keeps large results there, and says what is wrong with a bucket that refuses it", async () => {
    await using bucket = await new S3Server(() => Date.now()).listen();
    const { endpoint, accessKeyId, secretAccessKey } = bucket.options;
    const env = {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket.options.bucket,
      S3_REGION: bucket.options.region ?? "",
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    await using site = await createSite({ "/": `<p>${"large ".repeat(20_000)}</p>` });
    const folder = join(await temporaryFolder(), "data");
    const service = await served({ folder, env, flags });
    const body = { url: site.url("/"), formats: ["html"] };
    const { json } = await service.call("POST /url-scraper/scrape", body);
    expect(json["status"]).toBe("completed");
    expect(bucket.objects.size).toBeGreaterThan(0);
    const again = await service.call(`GET /url-scraper/${String(json["id"])}`);
    expect(again.json["html"]).toBe(json["html"]);
    expect(await readdir(folder)).not.toContain("blobs");

    const wrong = { ...env, S3_SECRET_ACCESS_KEY: "another" };
    const refused = await run(["serve", "--port=0", `--data=${folder}`], { env: wrong });
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^dragline: S3_BUCKET 'test-bucket' [^\n]*\n$/);
    expect(refused.stderr).not.toContain("another");
  });
});
