import type { IncomingMessage, ServerResponse } from "node:http";
import { checkArgument, CoreError } from "../../core/index.ts";
import type { Service } from "../base/service.ts";
import { belowBase, mountedUnder, type MountOptions } from "./mounting.ts";
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
 * by Fastify; `/health` is left to the host where it has one. The prefix is that of `register`, or
 * the option `basePath`. It serves NestJS on Fastify likewise.
 * @throws CoreError `INVALID_ARGUMENT`, `INVALID_OPTION`
 * @example await app.register(toFastify(service), { prefix: "/web" })
 */
export function toFastify(service: Pick<Service, "fetch">, options?: MountOptions): FastifyService {
  checkArgument("service of toFastify(service, options)", service, "object");
  const given = mountedUnder(options);
  return async (host, registered) => {
    checkRegistered(registered);
    const basePath = given === "" ? host.prefix : given;
    const path = pathBelow(basePath, host.prefix);
    host.removeAllContentTypeParsers();
    host.addContentTypeParser("*", (_request, _payload, done) => done(null));
    const answer: FastifyHandler = (request, reply) => {
      reply.hijack();
      const { url = "/" } = request.raw;
      const target = belowBase(url, basePath) ?? url;
      void serveNode(service, { incoming: request.raw, outgoing: reply.raw, target, basePath });
    };
    host.all(`${path}/v1`, answer);
    host.all(`${path}/v1/*`, answer);
    if (host.hasRoute({ url: `${basePath}/health`, method: "GET" })) return;
    host.all(`${path}/health`, answer);
  };
}

/** What Fastify itself takes with a plugin. */
const REGISTERED = ["prefix", "logLevel", "logSerializers", "encapsulate"];

/** Options of the service's stand in the call that makes the plugin. */
function checkRegistered(registered: object): void {
  const unknown = Object.keys(registered).find((name) => !REGISTERED.includes(name));
  if (unknown === undefined) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Unknown option '${unknown}' of register; pass the service's to toFastify(service, { … }).`,
    details: { option: unknown },
  });
}

/** What the plugin's own paths begin with, behind the prefix that Fastify puts before them. */
function pathBelow(basePath: string, prefix: string): string {
  const below = belowBase(basePath, prefix);
  if (below !== undefined) return below;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'basePath' must be the whole path: "${basePath}" is not below the prefix "${prefix}".`,
    details: { option: "basePath", value: basePath },
  });
}
