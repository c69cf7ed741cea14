import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Child } from "../../rigs/child.ts";

const PAGES = 700;
const KILLS = 25;
const CONCURRENCY = 4;

/** A site whose pages form a tree, with links across it. */
class TreeSite {
  readonly asked = new Map<string, number>();
  /** Is told of each request. */
  onRequest = (): void => {};
  readonly #server: Server;

  constructor() {
    this.#server = createServer(({ url = "/" }, response) => {
      this.asked.set(url, (this.asked.get(url) ?? 0) + 1);
      this.onRequest();
      const number = url === "/" ? 0 : Number(url.slice(1));
      if (!(number < PAGES)) {
        response.writeHead(404).end();
        return;
      }
      const links = [2 * number + 1, 2 * number + 2, (number * 31) % PAGES, (number * 17) % PAGES];
      response.setHeader("content-type", "text/html");
      response.end(
        links
          .filter((link) => link < PAGES)
          .map((link) => `<a href="/${link === 0 ? "" : link}">to</a>`)
          .join(""),
      );
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }
}

describe("a crawl that is killed", () => {
  const site = new TreeSite();
  let seed: string;
  let folder: string;

  beforeAll(async () => {
    seed = await site.listen();
    folder = await mkdtemp(join(tmpdir(), "dragline-killed-crawl-"));
    await writeFile(join(folder, "pages"), "");
  });

  afterAll(async () => {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** One life: crawls until it is done, or killed at its so-many-th request. */
  async function live(killAt: number): Promise<boolean> {
    const parts = [join(folder, "store"), seed, join(folder, "pages"), `${CONCURRENCY}`];
    const file = join(import.meta.dirname, "killed-crawl-child.ts");
    const child = new Child(file, parts, join(folder, "cache"));
    let requests = 0;
    site.onRequest = () => {
      requests += 1;
      if (requests === killAt) void child.kill();
    };
    const [code, signal] = await child.exit;
    expect([0, null]).toContain(code);
    return signal === "SIGKILL";
  }

  it(
    `${KILLS} times on SQLite loses no page, and fetches only those in flight again`,
    { timeout: 180_000 },
    async () => {
      let kills = 0;
      for (let life = 1; life <= KILLS; life += 1) {
        kills += Number(await live(2 + ((life * 7) % 13)));
      }
      expect(kills).toBe(KILLS);
      expect(await live(Number.POSITIVE_INFINITY)).toBe(false);
      const lines = (await readFile(join(folder, "pages"), "utf8")).trimEnd().split("\n");
      const expected = Array.from({ length: PAGES }, (_, page) => `completed /${page || ""}`);
      expect([...new Set(lines)].toSorted()).toEqual(expected.toSorted());
      const pages = [...site.asked].filter(([path]) => path !== "/robots.txt");
      const fetched = pages.reduce((sum, [, times]) => sum + times, 0);
      // In flight: being fetched, or handed out and not done with.
      expect(fetched - PAGES).toBeLessThanOrEqual(kills * 2 * CONCURRENCY);
      expect(fetched - PAGES).toBeGreaterThan(0);
    },
  );
});
