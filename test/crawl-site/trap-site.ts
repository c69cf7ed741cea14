import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { CrawlCall } from "dragline/crawler";
import { walkPlan, type Oracle, type OracleOptions } from "./oracle.ts";
import { planSite, type PlanOptions } from "./plan-site.ts";
import { renderPage, type PageSize } from "./render-page.ts";
import type { SiteNode } from "./site-node.ts";
import type { SitePlan } from "./site-plan.ts";
import { fillIn } from "./spellings.ts";
import { excluded } from "./traps.ts";

/** What a trap site is to be like. */
export interface TrapSiteOptions extends PlanOptions {
  /** @default 500 to 2,000 bytes */
  readonly size?: PageSize;
}

/** One request that the site got. */
export interface TrapRequest {
  /** As it was asked for. */
  readonly target: string;
  /** Milliseconds of `performance.now()`. */
  readonly startedAt: number;
}

/** A site on loopback that knows how a crawl of it has to end. */
export interface TrapSite extends AsyncDisposable {
  readonly seed: string;
  readonly plan: SitePlan;
  /** What a crawl of it has to be told, so that it ends. */
  readonly call: Pick<CrawlCall, "exclude">;
  /** Requests in order, those for robots.txt included. */
  readonly requests: readonly TrapRequest[];
  /** Requests that a second server got, which is on another port and so out of scope. */
  readonly outside: readonly string[];
  /**
   * Requests so far by canonical path, but for those that met a wall; of what is no URL of the site
   * by what was asked.
   */
  counts(): Map<string, number>;
  oracle(options?: OracleOptions): Oracle;
  /** The URL of a canonical path. */
  url(path: string): string;
  /** Forgets all requests: the next crawl meets the site as the first one did. */
  reset(): void;
}

const ROBOTS = "User-agent: *\nDisallow: /secret/\nDisallow: /*private=1\n";
const SMALL: PageSize = { least: 500, most: 2_000 };

/** Lays out a site and serves it. */
export async function createTrapSite(options: TrapSiteOptions): Promise<TrapSite> {
  const plan = planSite(options);
  const requests: TrapRequest[] = [];
  const outside: string[] = [];
  const asked = new Map<string, number>();
  const away = await listen((request, response) => {
    outside.push(request.url ?? "");
    response.end("outside");
  });
  const pages = new Map<string, Buffer>();
  const home = await listen((request, response) => {
    const { url: target = "/", headers } = request;
    requests.push({ target, startedAt: performance.now() });
    // A wall's page is asked for with the session id that it gave.
    const path = target.replace(/^(\/wall\/[^?]*)\?sid=\d+$/, "$1");
    const node = plan.nodes.get(path);
    if (node !== undefined && isWalled(node, target, headers.cookie)) {
      redirectToSelf(node, response);
      return;
    }
    const times = (asked.get(path) ?? 0) + 1;
    asked.set(path, times);
    if (target === "/robots.txt") response.setHeader("content-type", "text/plain").end(ROBOTS);
    else if (node === undefined) response.writeHead(404).end("nothing is here");
    else answerLater({ node, asked: times, page: pageOf(node) }, response);
  });
  const order = new Map([...plan.nodes.keys()].map((path, at) => [path, at]));
  const fill = (text: string): string => fillIn(text, home.port, away.port);
  const pageOf = (node: SiteNode): Buffer | string => {
    if (node.answer.kind === "redirect") return fill(node.answer.location);
    const at = order.get(node.path) ?? 0;
    const made =
      pages.get(node.path) ?? Buffer.from(fill(renderPage(node, at, options.size ?? SMALL)));
    pages.set(node.path, made);
    return made;
  };
  return {
    seed: `${home.origin}/`,
    plan,
    call: { exclude: excluded },
    requests,
    outside,
    counts: () => new Map(asked),
    oracle: (oracleOptions) => walkPlan(plan, oracleOptions),
    url: (path) => home.origin + path,
    reset: () => {
      requests.length = 0;
      outside.length = 0;
      asked.clear();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([home.close(), away.close()]);
    },
  };
}

function isWalled({ answer }: SiteNode, target: string, cookie: string | undefined): boolean {
  if (answer.kind !== "wall") return false;
  if (answer.wants === "cookie") return cookie !== "wall=passed";
  return answer.wants === "nothing" || !target.includes("?sid=");
}

function redirectToSelf({ path, answer }: SiteNode, response: ServerResponse): void {
  const isCookie = answer.kind === "wall" && answer.wants === "cookie";
  const headers = isCookie
    ? { location: path, "set-cookie": "wall=passed; Path=/" }
    : { location: `${path}?sid=${path.length}` };
  response.writeHead(302, headers).end();
}

interface Visit {
  readonly node: SiteNode;
  /** Which request for it this is, from 1. */
  readonly asked: number;
  /** The body of a page, the location of a redirect. */
  readonly page: Buffer | string;
}

function answerLater(visit: Visit, response: ServerResponse): void {
  afterTurns(visit.node.lateTurns ?? 0, () => answer(visit, response));
}

/** Others are answered meanwhile. */
function afterTurns(turns: number, run: () => void): void {
  if (turns === 0) run();
  else setImmediate(afterTurns, turns - 1, run);
}

function answer({ node, asked, page }: Visit, response: ServerResponse): void {
  const before = node.before?.[asked - 1];
  const html = "text/html; charset=utf-8";
  if (before !== undefined) {
    response.writeHead(before, { "retry-after": "0" }).end("later");
  } else if (node.vanishes === true && asked > 1 + (node.before?.length ?? 0)) {
    response.writeHead(404).end("it was here once");
  } else if (node.answer.kind === "redirect") {
    const { status } = node.answer;
    response.writeHead(status, { location: String(page), "content-type": html });
    response.end(`<a href="/hidden/in-a-redirect">moved</a>`);
  } else if (node.answer.kind === "file") {
    response.writeHead(200, { "content-type": node.answer.type }).end(node.answer.body);
  } else if (node.answer.kind === "status") {
    response.writeHead(node.answer.status, { "content-type": html });
    response.end(`<title>Error</title><a href="/hidden/in-an-error">page</a>`);
  } else {
    const isXhtml = node.answer.kind === "page" && node.answer.quirk === "xhtml";
    response.writeHead(200, { "content-type": isXhtml ? "application/xhtml+xml" : html }).end(page);
  }
}

interface Listening {
  readonly port: number;
  readonly origin: string;
  close(): Promise<void>;
}

async function listen(
  serve: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listening> {
  // A URL may be long; what is longer than this is never asked for.
  const server: Server = createServer({ maxHeaderSize: 65_536 }, serve);
  const open = new Set<Socket>();
  server.on("connection", (socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
