import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createService } from "dragline/service";
import { createPostgresRecords } from "dragline/storage/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresUrl, redisUrl, serverTitle } from "../../services.ts";
import { dropPrefix } from "../queue/bullmq-subject.ts";
import { PostgresSchema } from "../storage/postgres-schema.ts";

const [postgres, redis] = await Promise.all([postgresUrl(), redisUrl()]);
const servers = postgres === undefined || redis === undefined ? undefined : postgres;

/** Pages, a receiver of events, and how often each was asked for. */
async function openSite() {
  const pages = new Map<string, number>();
  const events: { readonly type: string; readonly data: { readonly jobId: string } }[] = [];
  const server = createServer((request, response) => {
    const { url = "/" } = request;
    if (url === "/hook") {
      void buffer(request).then((body) => {
        events.push(JSON.parse(body.toString()));
        response.writeHead(204).end();
      });
      return;
    }
    pages.set(url, (pages.get(url) ?? 0) + 1);
    response.writeHead(200, { "content-type": "text/html" }).end(`<title>a</title><p>Page ${url}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { pages, events, origin, server };
}

interface Answer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: Record<string, unknown>;
}

describe.skipIf(servers === undefined)(
  `${serverTitle("two API processes and two workers on Postgres and Redis", servers)} behave as one`,
  () => {
    const schema = new PostgresSchema();
    const children: ChildProcess[] = [];
    let folder = "";
    let ports: readonly number[] = [];
    let key = "";
    let account = "";
    let site: Awaited<ReturnType<typeof openSite>>;

    async function child(role: "api" | "worker"): Promise<number> {
      const file = join(import.meta.dirname, "../../service-child.ts");
      const argv = [role, postgres ?? "", redis ?? "", schema.name, folder];
      const started = fork(file, argv, { execArgv: ["--conditions=dragline-source"] });
      children.push(started);
      const [first] = (await once(started, "message")) as [number];
      return first;
    }

    async function call(at: number, route: string, body?: object): Promise<Answer> {
      const [method = "", path = ""] = route.split(" ");
      const port = ports[at % ports.length];
      const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        retryAfter: response.headers.get("retry-after"),
        body: (await response.json()) as Record<string, unknown>,
      };
    }

    /** The document of a job once it is settled, asked of either process in turn. */
    async function settled(path: string): Promise<Record<string, unknown>> {
      for (let at = 0; ; at += 1) {
        const { body } = await call(at, `GET ${path}`);
        if (body["status"] === "completed" || body["status"] === "failed") return body;
      }
    }

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "dragline-many-"));
      site = await openSite();
      const records = await createPostgresRecords(
        {},
        { connectionString: postgres ?? "", schema: schema.name },
      );
      await using service = createService({ records });
      account = (await service.accounts.create()).id;
      key = (await service.keys.create(account)).key;
      await records.close();
      ports = await Promise.all([child("api"), child("api")]);
      await Promise.all([child("worker"), child("worker")]);
    }, 60_000);

    afterAll(async () => {
      const ended = children.map((one) => once(one, "exit"));
      for (const one of children) one.disconnect();
      expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0, 0, 0]);
      site.server.closeAllConnections();
      site.server.close();
      await dropPrefix(redis ?? "", schema.name);
      await schema[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    }, 60_000);

    it("accepts exactly as many submissions as the limit allows, and runs each once", async () => {
      const answers = await Promise.all(
        Array.from({ length: 80 }, (_, at) =>
          call(at, "POST /url-scraper", {
            url: `${site.origin}/page/${at}`,
            formats: ["markdown"],
            webhook_url: `${site.origin}/hook`,
          }),
        ),
      );
      const accepted = answers.filter(({ status }) => status === 202);
      const refused = answers.filter(({ status }) => status === 429);
      expect([accepted.length, refused.length]).toEqual([50, 30]);
      for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
      const ids = accepted.map(({ body }) => String(body["jobId"]));
      const documents = await Promise.all(ids.map((id) => settled(`/url-scraper/${id}`)));
      expect(documents.map(({ status }) => status)).toEqual(ids.map(() => "completed"));
      expect(site.pages.size).toBe(50);
      expect([...site.pages.values()].every((times) => times === 1)).toBe(true);
      const { body } = await call(0, "GET /credits");
      expect(body).toMatchObject({ balance: 250, used: 50 });
      while (site.events.length < 50) await new Promise(setImmediate);
      expect(new Set(site.events.map(({ data }) => data.jobId))).toEqual(new Set(ids));
    }, 60_000);

    it("tells on the stream of one what was submitted to the other and run by a worker", async () => {
      const headers = { "x-api-key": key };
      const left = new AbortController();
      const url = `http://127.0.0.1:${ports[0]}/v1/jobs/events`;
      const { body: stream } = await fetch(url, { headers, signal: left.signal });
      const { body } = await call(1, "POST /map", { url: `${site.origin}/followed` });
      expect(body).toMatchObject({ status: "pending" });
      let text = "";
      const ended = new RegExp(`"id":"${String(body["jobId"])}"[^\\n]*"status":"completed"`);
      for await (const part of stream?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part;
        if (ended.test(text)) break;
      }
      expect(text).toMatch(ended);
      left.abort();
      const listed = await call(1, "GET /jobs?url=%2Ffollowed");
      expect(listed.body["jobs"]).toMatchObject([{ id: body["jobId"], status: "completed" }]);
    }, 60_000);

    it("shows through one what was submitted through the other", async () => {
      const { body } = await call(0, "POST /url-scraper/batch", {
        urls: [`${site.origin}/batch/1`, `${site.origin}/batch/2`],
        formats: ["markdown"],
      });
      const path = `/url-scraper/${String(body["jobId"])}`;
      await settled(path);
      const seen = await Promise.all([call(0, `GET ${path}`), call(1, `GET ${path}`)]);
      expect(seen[0]).toEqual(seen[1]);
      expect(seen[0]?.body).toMatchObject({ status: "completed", creditsUsed: 2 });
    }, 60_000);

    it("answers a synchronous scrape in a process that runs no jobs", async () => {
      const { status, body } = await call(1, "POST /url-scraper/scrape", {
        url: `${site.origin}/sync`,
        formats: ["markdown"],
      });
      expect([status, body["status"]]).toEqual([200, "completed"]);
      expect(body["markdown"]).toContain("Page /sync");
    }, 60_000);

    it("refuses a key in both once it is revoked in neither", async () => {
      const records = await createPostgresRecords(
        {},
        { connectionString: postgres ?? "", schema: schema.name },
      );
      await using service = createService({ records });
      const [{ id } = { id: "" }] = await service.keys.list(account);
      await service.keys.revoke(id);
      const answers = await Promise.all([call(0, "GET /credits"), call(1, "GET /credits")]);
      expect(answers.map(({ status }) => status)).toEqual([401, 401]);
      await service[Symbol.asyncDispose]();
      await records.close();
    });
  },
);
