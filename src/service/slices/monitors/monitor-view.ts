import type { Monitor } from "../../../monitor/index.ts";
import type { Call } from "../../../storage/index.ts";
import { checkPrice } from "./alerts/check-price.ts";
import { monitorJson } from "./codec.ts";
import type { MonitorParts } from "./monitor-parts.ts";

const noAlert = Object.freeze({ alertWebhookUrl: null, alertEmails: null });

/** Shows monitors with what the service knows of them besides: receivers, prices, catalogs. */
export class MonitorView {
  readonly #parts: Pick<MonitorParts, "alerts" | "wire" | "settings">;

  constructor(parts: Pick<MonitorParts, "alerts" | "wire" | "settings">) {
    this.#parts = parts;
  }

  /** @param newSecret a signing secret that was just made */
  async show(
    monitor: Monitor,
    { signal, newSecret }: Call & { readonly newSecret?: string | undefined },
  ): Promise<object> {
    const [shown = {}] = await this.list([monitor], { signal });
    return newSecret === undefined ? shown : { ...shown, alertWebhookSecret: newSecret };
  }

  async list(monitors: readonly Monitor[], call: Call): Promise<object[]> {
    const alerts = await this.#parts.alerts.get(
      monitors.map(({ id }) => id),
      call,
    );
    return await Promise.all(
      monitors.map(async (monitor) => {
        const alert = alerts.get(monitor.id) ?? noAlert;
        return monitorJson(monitor, { alert, ...(await this.#facts(monitor, call)) });
      }),
    );
  }

  /** What a check of the monitor costs; of a site, at most. */
  async price(monitor: Monitor, call: Call): Promise<number> {
    return (await this.#facts(monitor, call)).creditCostPerRun;
  }

  async #facts(monitor: Monitor, call: Call) {
    const { wire, settings } = this.#parts;
    const { wireActionId, owner } = monitor;
    const action =
      wireActionId === null ? undefined : (await wire.catalogOf(owner, call)).action(wireActionId);
    const prices = { prices: settings.prices, perCall: action?.info.credits_per_call };
    return {
      wireCatalogSlug: action?.site.slug ?? null,
      creditCostPerRun: checkPrice(monitor, prices),
    };
  }
}
