import type { Monitor, MonitorDefinition } from "../../../monitor/index.ts";
import type { KeyedCall } from "../../http/route.ts";
import { uncancelled } from "../../../storage/internal.ts";
import type { AlertSettings } from "./alerts/alerts.ts";
import { checkDefinition, checkExpiry } from "./check-definition.ts";
import { checkReferences } from "./check-references.ts";
import { findMonitor } from "./find-monitor.ts";
import type { MonitorParts } from "./monitor-parts.ts";
import { MonitorView } from "./monitor-view.ts";
import type { ExpiryBody, MonitorBody, MonitorListQuery, ResumeBody } from "./schema.ts";

type Call<Body> = KeyedCall<unknown, Body>;

/** Monitors and their states (decisions, 3.5 and 4.6). All throw MonitorError and ServiceError. */
export class MonitorCalls {
  readonly #parts: MonitorParts;
  readonly #view: MonitorView;

  constructor(parts: MonitorParts) {
    this.#parts = parts;
    this.#view = new MonitorView(parts);
  }

  /** POST /monitors. */
  async create(call: Call<MonitorBody>): Promise<object> {
    const { body, caller, signal } = call;
    const { account } = caller;
    const definition = await checkDefinition(this.#parts, body, signal);
    await checkReferences(this.#parts, body, { account, signal });
    const monitor = await this.#parts.monitors.add({ ...definition, owner: account }, { signal });
    try {
      return await this.#store(monitor, body, signal);
    } catch (error) {
      // No client has seen it.
      await this.#parts.monitors.remove(monitor.id, uncancelled);
      await this.#parts.alerts.remove(monitor, uncancelled);
      throw error;
    }
  }

  /** GET /monitors. */
  async list({
    caller,
    query,
    signal,
  }: KeyedCall<MonitorListQuery, unknown>): Promise<readonly object[]> {
    const owned = await this.#parts.monitors.list({ owner: caller.account, ...query, signal });
    return await this.#view.list(owned, { signal });
  }

  /** GET /monitors/{id}. */
  async show(call: Call<unknown>): Promise<object> {
    const { signal } = call;
    return await this.#view.show(await findMonitor(this.#parts, call), { signal });
  }

  /** PUT /monitors/{id}. */
  async replace(call: Call<MonitorBody>): Promise<object> {
    const { body, caller, signal } = call;
    const { account } = caller;
    const definition: MonitorDefinition = await checkDefinition(this.#parts, body, signal);
    const { id } = await findMonitor(this.#parts, call);
    await checkReferences(this.#parts, body, { account, signal });
    const next = { ...definition, owner: account };
    return await this.#store(
      await this.#parts.monitors.replace(id, next, { signal }),
      body,
      signal,
    );
  }

  /** DELETE /monitors/{id}. */
  async remove(call: Call<unknown>): Promise<object> {
    const { signal } = call;
    const monitor = await findMonitor(this.#parts, call);
    await this.#parts.monitors.remove(monitor.id, { signal });
    await this.#parts.alerts.remove(monitor, { signal });
    return { success: true };
  }

  /** POST /monitors/{id}/pause. */
  async pause(call: Call<unknown>): Promise<object> {
    const { signal } = call;
    const { id } = await findMonitor(this.#parts, call);
    return await this.#view.show(await this.#parts.monitors.pause(id, { signal }), { signal });
  }

  /** POST /monitors/{id}/resume. */
  async resume(call: Call<ResumeBody>): Promise<object> {
    const { signal, body } = call;
    checkExpiry(this.#parts, body.expiresAt);
    const monitor = await findMonitor(this.#parts, call);
    if (monitor.isActive) return await this.#view.show(monitor, { signal });
    const { expiresAt } = body;
    const resumed = await this.#parts.monitors.resume(monitor.id, { signal, expiresAt });
    return await this.#view.show(resumed, { signal });
  }

  /** POST /monitors/{id}/expiry. */
  async expire(call: Call<ExpiryBody>): Promise<object> {
    const { signal, body } = call;
    checkExpiry(this.#parts, body.expiresAt);
    const { id } = await findMonitor(this.#parts, call);
    const monitor = await this.#parts.monitors.expire(id, body.expiresAt, { signal });
    return await this.#view.show(monitor, { signal });
  }

  async #store(
    monitor: Monitor,
    { alertWebhookUrl, alertEmails }: AlertSettings,
    signal: AbortSignal,
  ): Promise<object> {
    const settings = { alertWebhookUrl, alertEmails };
    const newSecret = await this.#parts.alerts.set(monitor, settings, { signal });
    return await this.#view.show(monitor, { signal, newSecret });
  }
}
