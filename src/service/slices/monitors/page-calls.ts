import type { KeyedCall } from "../../http/route.ts";
import { ServiceError } from "../../base/service-error.ts";
import { pageJson } from "./codec.ts";
import { findMonitor } from "./find-monitor.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { PageQuery, RestoreBody, RestoreQuery } from "./schema.ts";

/** The pages of a site that is watched. All throw MonitorError and ServiceError. */
export class PageCalls {
  readonly #parts: MonitorParts;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
  }

  /** GET /monitors/{id}/pages. */
  async list(call: KeyedCall<unknown, unknown>): Promise<object> {
    const { id } = await findMonitor(this.#parts, call);
    const pages = await this.#parts.monitors.pages(id, { signal: call.signal });
    return { pages: pages.map(pageJson) };
  }

  /** DELETE /monitors/{id}/pages. */
  async exclude(call: KeyedCall<PageQuery, unknown>): Promise<object> {
    const { signal, query } = call;
    const { id } = await findMonitor(this.#parts, call);
    const isDone = await this.#parts.monitors.exclude(id, query.url, { signal });
    if (!isDone) throw unknown("The page is not watched.");
    return { success: true };
  }

  /** POST /monitors/{id}/pages/restore; the URL of the query wins. */
  async restore(call: KeyedCall<RestoreQuery, RestoreBody>): Promise<object> {
    const { signal, query, body } = call;
    const url = query.url ?? body.url;
    if (url === undefined) {
      throw new ServiceError("INVALID_REQUEST", { message: "url: is required." });
    }
    const { id } = await findMonitor(this.#parts, call);
    const isDone = await this.#parts.monitors.restore(id, url, { signal });
    if (!isDone) throw unknown("The page is not excluded.");
    return { success: true };
  }
}

function unknown(message: string): ServiceError {
  return new ServiceError("NOT_FOUND", { message });
}
