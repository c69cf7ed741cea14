import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresUrl, serverTitle } from "../../services.ts";
import { Child } from "../../rigs/child.ts";

const PAGES = 600;
const MAX_PAGES = 250;
/** Less than three workers want; each worker's share is a third of it. */
const MAX_PER_HOST = 12;
/** More than two workers may have under way. */
const OF_THREE = (2 * MAX_PER_HOST) / 3 + 1;
/** From this page on every worker may have its share. */
const HELD_FROM = 100;

const postgres = await postgresUrl();

/** What a worker told. */
interface Told {
  readonly paths: string[];
  counts: Record<string, number>;
}

/** A site that holds its answers, from some page on, until every worker has asked for one. */
class BusySite {
  readonly asked: string[] = [];
  most = 0;
  #open = 0;
  readonly #everyWorkerAsks = Promise.withResolvers<void>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer(({ url = "/" }, response) => {
      if (url === "/robots.txt") {
        response.writeHead(404).end();
        return;
      }
      this.asked.push(url);
      this.#open += 1;
      this.most = Math.max(this.most, this.#open);
      if (this.most >= OF_THREE) this.#everyWorkerAsks.resolve();
      const number = Number(url.slice(1));
      const links = Array.from({ length: 12 }, (_, step) => (number * 12 + step + 1) % PAGES);
      const held = this.asked.length < HELD_FROM ? undefined : this.#everyWorkerAsks.promise;
      void Promise.resolve(held).then(() => {
        this.#open -= 1;
        response.setHeader("content-type", "text/html");
        response.end(links.map((link) => `<a href="/${link}">to</a>`).join(""));
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/0`;
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

describe.skipIf(postgres === undefined)(
  `${serverTitle("a crawl of several processes", postgres)} on Postgres`,
  () => {
    const schema = `crawl_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
    const site = new BusySite();
    let told: readonly Told[];

    beforeAll(async () => {
      const seed = await site.listen();
      told = await Promise.all([1, 2, 3].map(() => work(seed)));
    }, 60_000);

    afterAll(async () => {
      await site.close();
      const client = new pg.Client({ connectionString: postgres });
      await client.connect();
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await client.end();
    });

    async function work(seed: string): Promise<Told> {
      const parts = [postgres ?? "", schema, seed, `${MAX_PAGES}`, `${MAX_PER_HOST}`];
      const child = new Child(join(import.meta.dirname, "shared-crawl-child.ts"), parts);
      const heard: Told = { paths: [], counts: {} };
      child.process.on("message", (message: { path?: string; counts?: Record<string, number> }) => {
        if (message.path !== undefined) heard.paths.push(message.path);
        if (message.counts !== undefined) heard.counts = message.counts;
      });
      const [code] = await child.exit;
      expect(code).toBe(0);
      return heard;
    }

    it("keeps the limit exact, and fetches no page twice", () => {
      const paths = told.flatMap((worker) => worker.paths);
      expect(paths).toHaveLength(MAX_PAGES);
      expect(new Set(paths).size).toBe(MAX_PAGES);
      expect(site.asked.toSorted()).toEqual(paths.toSorted());
    });

    it("keeps the host's pace whole", () => {
      expect(site.most).toBeLessThanOrEqual(MAX_PER_HOST);
    });

    it("is worked on by every process", () => {
      expect(Math.min(...told.map(({ paths }) => paths.length))).toBeGreaterThan(0);
    });

    it("ends for all of them with the same counts", () => {
      for (const { counts } of told) {
        expect(counts).toMatchObject({ completed: MAX_PAGES });
        expect(counts).toEqual(told[0]?.counts);
      }
    });
  },
);
