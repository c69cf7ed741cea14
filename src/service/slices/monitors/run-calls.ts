import { isMonitorError, type Monitor, type MonitorRun } from "../../../monitor/index.ts";
import type { Call } from "../../../storage/index.ts";
import { insufficientCredits } from "../../accounts/credits/insufficient-credits.ts";
import type { KeyedCall } from "../../http/route.ts";
import { ServiceError } from "../../base/service-error.ts";
import { runJson } from "./codec.ts";
import { findMonitor } from "./find-monitor.ts";
import { isKept } from "./is-kept.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import { MonitorView } from "./monitor-view.ts";
import type { ListQuery } from "./schema.ts";

/** Checks that users ask for, and the log of all checks. All throw MonitorError and ServiceError. */
export class RunCalls {
  readonly #parts: MonitorParts;
  readonly #view: MonitorView;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
    this.#view = new MonitorView(parts);
  }

  /** POST /monitors/{id}/run. */
  async start(call: KeyedCall<unknown, unknown>): Promise<object> {
    const { signal } = call;
    const monitor = await findMonitor(this.#parts, call);
    await this.#checkSession(monitor, { signal });
    const { id } = await this.#request(monitor, { signal });
    const job = monitor.scope === "wire" ? {} : { jobId: id };
    return { success: true, ...job, message: "The check begins at once." };
  }

  /** GET /monitors/{id}/runs. */
  async list(call: KeyedCall<ListQuery, unknown>): Promise<object> {
    const { signal, query } = call;
    const { id } = await findMonitor(this.#parts, call);
    const runs = await this.#parts.monitors.runs(id, { ...query, signal });
    const kept = runs.filter(({ startedAt }) => isKept(this.#parts, startedAt));
    return { runs: kept.map(runJson) };
  }

  /** A session that was logged out stays so until a check, or PUT, finds it good. */
  async #checkSession({ sessionId, sessionExpired }: Monitor, call: Call): Promise<void> {
    if (sessionId === null) return;
    const session = await this.#parts.sessions?.byId(sessionId, call);
    if (session?.isSaved === true && !sessionExpired) return;
    throw new ServiceError("SESSION_EXPIRED", {
      message: "The monitor's saved session no longer exists or is logged out.",
    });
  }

  async #request(monitor: Monitor, call: Call): Promise<MonitorRun> {
    try {
      return await this.#parts.monitors.request(monitor.id, call);
    } catch (error) {
      if (!isMonitorError(error, "CHECK_REFUSED")) throw error;
      const { balance } = await this.#parts.accounts.get(monitor.owner, call);
      throw insufficientCredits(await this.#view.price(monitor, call), balance);
    }
  }
}
