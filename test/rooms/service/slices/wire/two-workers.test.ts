import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createBullmqQueue } from "dragline/queue/bullmq";
import { createService } from "dragline/service";
import type { Records } from "dragline/storage";
import { createPostgresRecords } from "dragline/storage/postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobRows } from "../../../../../src/service/jobs/collections.ts";
import { postgresUrl, redisUrl, serverTitle } from "../../../../services.ts";
import { dropPrefix } from "../../../queue/bullmq-subject.ts";
import { PostgresSchema } from "../../../storage/postgres-schema.ts";

/** Tasks that wait for the workers. */
const TASKS = 1000;
const call = { signal: new AbortController().signal };
const [postgres, redis] = [await postgresUrl(), await redisUrl()];
const servers = postgres === undefined ? undefined : redis;

describe.skipIf(servers === undefined)(
  `${serverTitle("two workers of Wire on Postgres and Redis", servers)} do as one`,
  () => {
    const schema = new PostgresSchema();
    const workers: ChildProcess[] = [];
    const asked: string[] = [];
    const told: string[] = [];
    let folder = "";
    let server: Server;
    let origin = "";

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "dragline-wire-"));
      server = createServer((request, response) => {
        if (request.method === "POST") {
          void json(request).then((event) => {
            told.push((event as { readonly data: { readonly jobId: string } }).data.jobId);
            response.end();
          });
          return;
        }
        asked.push(request.url ?? "");
        response.setHeader("content-type", "application/json");
        response.end('{"ok": true}');
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });

    afterAll(async () => {
      const ended = workers.map((worker) => once(worker, "exit"));
      for (const worker of workers) worker.disconnect();
      expect((await Promise.all(ended)).map(([code]) => code)).toEqual(workers.map(() => 0));
      server.closeAllConnections();
      server.close();
      await dropPrefix(redis ?? "", schema.name);
      await schema[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    }, 60_000);

    /** An action of the site on loopback, at no pace to speak of. */
    const action = () => {
      const facts = { format: 1, created: "2026-11-01", updated: "2026-11-01" };
      const site = {
        ...facts,
        slug: "local",
        name: "Local",
        url: "https://local.example/",
        domain: "local.example",
        category: "data",
        description: "A server on loopback, for a test.",
        documentation: "https://local.example/",
        hosts: ["127.0.0.1"],
        pace: { requests: 1000, per_ms: 1000 },
      };
      const number = {
        name: "number",
        type: "integer",
        required: true,
        description: "Number of the task.",
        examples: [1],
      };
      const recipe = {
        ...facts,
        action_id: "local.get_number",
        name: "get a number",
        description: "Asks the server for a number.",
        type: "read",
        parameters: [number],
        steps: [
          { kind: "request", id: "all", url: `${origin}/n`, query: { n: "{{params.number}}" } },
        ],
        output: { ok: "{{steps.all.body.ok}}" },
        output_schema: { type: "object" },
      };
      return { recipe, site } as never;
    };

    it(`settle ${TASKS} queued tasks once each, charge once each and tell once each`, async () => {
      const connectionString = postgres ?? "";
      const records: Records = await createPostgresRecords(
        {},
        { connectionString, schema: schema.name, poolSize: 4 },
      );
      const queue = await createBullmqQueue({}, { url: redis ?? "", prefix: schema.name });
      // Nothing is run here: every task is queued.
      const service = createService(
        { records, queue },
        { allow: ["127.0.0.1"], allowCallbacks: ["127.0.0.1"], limits: { "*": Infinity } },
      );
      const { id: account } = await service.accounts.create({ credits: TASKS });
      const { key } = await service.keys.create(account);
      await service.privateActions.put(account, action());
      const submit = async (number: number): Promise<string> => {
        const response = await service.fetch(
          new Request("http://api.test/v1/wire/task", {
            method: "POST",
            headers: { "x-api-key": key, "content-type": "application/json" },
            body: JSON.stringify({
              action_id: "local.get_number",
              params: { number },
              webhook_url: `${origin}/hook`,
            }),
          }),
        );
        expect(response.status).toBe(202);
        return ((await response.json()) as { readonly job_id: string }).job_id;
      };
      const ids: string[] = [];
      for (let first = 0; first < TASKS; first += 50) {
        const some = Array.from({ length: 50 }, (_, index) => submit(first + index));
        ids.push(...(await Promise.all(some)));
      }
      expect((await service.accounts.get(account)).balance).toBe(0);
      const file = join(import.meta.dirname, "../../../../service-child.ts");
      for (let count = 0; count < 2; count += 1) {
        const argv = ["worker", connectionString, redis ?? "", schema.name, folder];
        workers.push(fork(file, argv, { execArgv: ["--conditions=dragline-source"] }));
      }
      const where = { account, status: "completed" };
      while ((await records.count(jobRows, { where }, call)) < TASKS) {
        const failed = { where: { account, status: "failed" } };
        expect(await records.find(jobRows, failed, call)).toEqual([]);
      }
      while (told.length < TASKS) await new Promise(setImmediate);
      const numbers = Array.from({ length: TASKS }, (_, number) => `/n?n=${number}`);
      expect(asked.toSorted()).toEqual(numbers.toSorted());
      expect(told.toSorted()).toEqual(ids.toSorted());
      const rows = await records.find(jobRows, { where: { account } }, call);
      expect(new Set(rows.map(({ runs }) => runs))).toEqual(new Set([1]));
      expect(await service.accounts.get(account)).toMatchObject({ balance: 0, used: TASKS });
      await service[Symbol.asyncDispose]();
      await queue.close(1000);
      await records.close();
    }, 120_000);
  },
);
