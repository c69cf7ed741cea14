import type { Ids } from "../../core/index.ts";

/** The name of a request: `req_` and 32 hexadecimal digits (decisions, 0.1). */
export function newRequestId(ids: Ids): string {
  return `req_${ids.uuid().replaceAll("-", "")}`;
}
