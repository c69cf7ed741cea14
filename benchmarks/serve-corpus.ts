import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { canonicalUrl } from "dragline";
import { createTransport, type Transport } from "dragline/fetcher";
import type { CorpusPage } from "./search-corpus.ts";

/** A corpus on loopback. */
export interface ServedCorpus extends AsyncDisposable {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /**
   * For a fetcher: sends each request, whatever its host, to `origin`, so that pages are had under
   * their own URLs. URLs outside the corpus, robots.txt among them, answer 404.
   */
  readonly transport: Transport;
  /** URLs of pages that were asked for so far, in order, as often as they were asked for. */
  readonly requested: readonly string[];
}

/** Serves pages from one port of 127.0.0.1 until it is disposed. */
export async function serveCorpus(pages: Iterable<CorpusPage>): Promise<ServedCorpus> {
  const bodies = new Map<string, Buffer>();
  for (const { url, html } of pages) bodies.set(canonicalUrl(url), Buffer.from(html));
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1").searchParams.get("url") ?? "";
    const body = bodies.get(url);
    if (body !== undefined) requested.push(url);
    response.statusCode = body === undefined ? 404 : 200;
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(body ?? "Not a page of the corpus.");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sockets = createTransport({}, { allow: ["127.0.0.1"] });
  return {
    origin,
    requested,
    transport: {
      send(request, signal) {
        const url = new URL(origin);
        url.searchParams.set("url", canonicalUrl(request.url));
        return sockets.send({ ...request, url }, signal);
      },
      [Symbol.asyncDispose]: () => sockets[Symbol.asyncDispose](),
    },
    async [Symbol.asyncDispose]() {
      await sockets[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
