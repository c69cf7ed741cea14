import type { IncomingMessage, ServerResponse } from "node:http";
import type { Service } from "../base/service.ts";
import { serveNode } from "./serve-node.ts";

/** What the service uses of a Fastify instance. */
export interface FastifyHost {
  /** The path that the plugin is registered under; empty for none. */
  readonly prefix: string;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    parser: (
      request: never,
      payload: never,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ): unknown;
  hasRoute(route: { readonly url: string; readonly method: "GET" }): boolean;
  all(path: string, handler: FastifyHandler): unknown;
}

/** A handler of Fastify, as far as the service is one. */
export type FastifyHandler = (
  request: { readonly raw: IncomingMessage },
  reply: { readonly raw: ServerResponse; hijack(): unknown },
) => void;

/** A plugin of Fastify. */
export type FastifyService = (host: FastifyHost, options: object) => Promise<void>;

/**
 * The service as a plugin of Fastify, with or without a prefix. Bodies are read by the service, not
 * by Fastify; `/health` is left to the host where it has one.
 * @example await app.register(toFastify(service), { prefix: "/web" })
 */
export function toFastify(service: Pick<Service, "fetch">): FastifyService {
  return async (host) => {
    const { prefix: basePath } = host;
    host.removeAllContentTypeParsers();
    host.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const answer: FastifyHandler = (request, reply) => {
      reply.hijack();
      const { url = "/" } = request.raw;
      const target = url.startsWith(basePath) ? url.slice(basePath.length) : url;
      void serveNode(service, { incoming: request.raw, outgoing: reply.raw, target, basePath });
    };
    host.all("/v1", answer);
    host.all("/v1/*", answer);
    if (!host.hasRoute({ url: `${basePath}/health`, method: "GET" })) host.all("/health", answer);
  };
}
