import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createFetcher, type Fetcher } from "dragline/fetcher";
import { systemDialer } from "../../../src/net/index.ts";
import type { CaseAnswer } from "../../../src/wire/cases/case-answer.ts";
import type { SentRequest } from "../../../src/wire/cases/match-request.ts";
import { createCertificate } from "../../certificates.ts";

type Answer = (request: SentRequest) => CaseAnswer | undefined;

/** Servers on loopback, with and without TLS, that are all the sites of the cases. */
export interface PlayedSites extends AsyncDisposable {
  /** A fetcher that finds them under every name; one at a time. */
  readonly fetcher: (answer: Answer) => Fetcher;
  /** How many requests came. */
  readonly requests: number;
}

/** Plays the sites of some hosts. */
export async function playSites(hosts: readonly string[]): Promise<PlayedSites> {
  const { key, cert, ca } = await createCertificate({ names: hosts });
  let answer: Answer = () => undefined;
  let requests = 0;
  const listener =
    (scheme: string): RequestListener =>
    (request, response) => {
      requests += 1;
      void text(request).then((body) => {
        const { method = "", headers, url = "" } = request;
        const sent = { method, headers, body, url: new URL(`${scheme}://${headers.host}${url}`) };
        const answered = answer(sent);
        if (answered === undefined) return request.socket.destroy();
        response.writeHead(answered.status, answered.headers);
        return response.end(method === "HEAD" ? undefined : answered.body);
      });
    };
  const servers = [
    createHttpServer(listener("http")),
    createHttpsServer({ key, cert }, listener("https")),
  ];
  const [plain = 0, secure = 0] = await Promise.all(servers.map(portOf));
  const resolver = { resolve: async () => ["127.0.0.1"] };
  const dialer: typeof systemDialer = {
    dial: (target, signal) => {
      const port = target.port === 80 ? plain : secure;
      return systemDialer.dial({ addresses: ["127.0.0.1"], port }, signal);
    },
  };
  const shared = createFetcher({ resolver, dialer }, { ca, allow: ["127.0.0.1"] });
  return {
    fetcher: (next) => {
      answer = next;
      return { ...shared, [Symbol.asyncDispose]: async () => undefined };
    },
    get requests() {
      return requests;
    },
    [Symbol.asyncDispose]: async () => {
      await shared[Symbol.asyncDispose]();
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map(async (server) => once(server.close(), "close")));
    },
  };
}

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}
