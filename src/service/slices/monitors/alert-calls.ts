import type { KeyedCall } from "../../http/route.ts";
import { findMonitor } from "./find-monitor.ts";
import { isKept } from "./is-kept.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import type { ListQuery } from "./schema.ts";

/** Deliveries that are listed where nothing is said (decisions, 0.5). */
const MOST_DELIVERIES = 200;

/** The alerts of a monitor (decisions, 4.6). All throw MonitorError and ServiceError. */
export class AlertCalls {
  readonly #parts: MonitorParts;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
  }

  /** POST /monitors/{id}/test-alert. */
  async test(call: KeyedCall<unknown, unknown>): Promise<object> {
    const monitor = await findMonitor(this.#parts, call);
    return await this.#parts.alerts.test(monitor, { signal: call.signal });
  }

  /** GET /monitors/{id}/deliveries. */
  async list(call: KeyedCall<ListQuery, unknown>): Promise<object> {
    const { signal, query } = call;
    const { limit = MOST_DELIVERIES } = query;
    const monitor = await findMonitor(this.#parts, call);
    const deliveries = await this.#parts.alerts.deliveries(monitor, limit, { signal });
    return {
      deliveries: deliveries.filter(({ createdAt }) => isKept(this.#parts, Date.parse(createdAt))),
    };
  }

  /** POST /monitors/{id}/deliveries/{deliveryId}/retry. */
  async retry(call: KeyedCall<unknown, unknown>): Promise<object> {
    const { signal, params } = call;
    const monitor = await findMonitor(this.#parts, call);
    await this.#parts.alerts.retry(monitor, params["deliveryId"] ?? "", { signal });
    return { success: true };
  }
}
