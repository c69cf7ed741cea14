import type { IncomingMessage, ServerResponse } from "node:http";
import { checkArgument } from "../../core/index.ts";
import type { Service } from "../base/service.ts";
import { belowBase, mountedUnder, type MountOptions } from "./mounting.ts";
import { serveNode } from "./serve-node.ts";

/** What the service reads of an Express request. */
export interface ExpressRequest extends IncomingMessage {
  /** The path that the handler is mounted under. */
  baseUrl: string;
  /** What a parser before the handler has made of the body. */
  body?: unknown;
}

/** A handler of Express. */
export type ExpressHandler = (
  request: ExpressRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** Paths of the service; others are the host's. */
const OWN = /^\/(?:v1(?:[/?]|$)|health\/?(?:\?|$))/;

/**
 * The service as a handler of Express, with or without a prefix. Paths that are not its own go on to
 * the host's next handler. Parsers may stand before it; they then decide what they refuse. The
 * prefix is that of `app.use`, or the option `basePath`. It serves NestJS on Express likewise.
 * @throws CoreError `INVALID_ARGUMENT`, `INVALID_OPTION`
 * @example app.use("/web", toExpress(service))
 */
export function toExpress(service: Pick<Service, "fetch">, options?: MountOptions): ExpressHandler {
  checkArgument("service of toExpress(service, options)", service, "object");
  const given = mountedUnder(options);
  return (request, response, next) => {
    const { baseUrl, url = "/", body: parsedBody } = request;
    const basePath = given === "" ? baseUrl : given;
    const target = belowBase(`${baseUrl}${url}`, basePath);
    if (target === undefined || !OWN.test(target)) {
      next();
      return;
    }
    void serveNode(service, {
      incoming: request,
      outgoing: response,
      target,
      basePath,
      parsedBody,
    });
  };
}
