import { checkArgument } from "../../core/index.ts";
import type { Service } from "../base/service.ts";
import { mountedUnder, type MountOptions } from "./mounting.ts";
import { serveNode, type NodeHandler } from "./serve-node.ts";

/**
 * The service as a listener of `node:http` and `node:https`. It answers every path.
 * @throws CoreError `INVALID_ARGUMENT`, `INVALID_OPTION`
 * @example http.createServer(toNodeHandler(service)).listen(8080)
 */
export function toNodeHandler(
  service: Pick<Service, "fetch">,
  options?: MountOptions,
): NodeHandler {
  checkArgument("service of toNodeHandler(service, options)", service, "object");
  const basePath = mountedUnder(options);
  return (incoming, outgoing) => {
    const target = incoming.url ?? "/";
    void serveNode(service, { incoming, outgoing, target, basePath });
  };
}
