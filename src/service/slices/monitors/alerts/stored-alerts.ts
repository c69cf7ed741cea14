import type { Clock } from "../../../../core/index.ts";
import type { Monitor } from "../../../../monitor/index.ts";
import { removing, type Call, type EnsuredRecords } from "../../../../storage/index.ts";
import type { DirectReceiver, SentOutcome, Webhooks } from "../../../../webhooks/index.ts";
import { ServiceError } from "../../../base/service-error.ts";
import { answering } from "../../../base/webhook-failure.ts";
import { checkReceivers } from "./alert-receivers.ts";
import type { AlertStore } from "./alert-store.ts";
import type { Alerts, AlertSettings, MonitorDelivery, MonitorPlace, TestAlert } from "./alerts.ts";
import { alertRows, monitorDeliveryRows } from "./collections.ts";
import type { DeliveryLinks } from "./delivery-links.ts";
import { testPayload } from "./test-payload.ts";

/** The dependencies of alerts. */
interface StoredAlertParts {
  readonly records: EnsuredRecords;
  readonly webhooks: Pick<Webhooks, "checkUrl" | "sendNow" | "deliveries">;
  readonly store: AlertStore;
  readonly links: DeliveryLinks;
  readonly clock: Clock;
}

const nobody: AlertSettings = Object.freeze({ alertWebhookUrl: null, alertEmails: null });

/** The alerts of monitors, in records and with the webhooks. */
export class StoredAlerts implements Alerts {
  readonly #parts: StoredAlertParts;

  constructor(parts: StoredAlertParts) {
    this.#parts = parts;
  }

  check(settings: AlertSettings): void {
    checkReceivers(this.#parts.webhooks, settings);
  }

  async set(
    monitor: MonitorPlace,
    settings: AlertSettings,
    call: Call,
  ): Promise<string | undefined> {
    this.check(settings);
    return this.#parts.store.set(monitor, settings, call);
  }

  async get(ids: readonly string[], call: Call): Promise<ReadonlyMap<string, AlertSettings>> {
    const found = await this.#parts.store.get(ids, call);
    return new Map(ids.map((id) => [id, found.get(id) ?? nobody]));
  }

  async remove({ id }: MonitorPlace, call: Call): Promise<void> {
    const records = await this.#parts.records.ready(call);
    const where = { monitorId: id };
    await records.atomic(
      [removing(alertRows, { where }), removing(monitorDeliveryRows, { where })],
      call,
    );
  }

  async test(monitor: Monitor, call: Call): Promise<TestAlert> {
    const { webhooks, links, clock } = this.#parts;
    const to = await this.#receivers(monitor, call);
    if (to.length === 0) {
      throw new ServiceError("INVALID_REQUEST", {
        message:
          "The monitor has neither an alertWebhookUrl nor alertEmails to send a test alert to.",
      });
    }
    const data = testPayload(monitor, clock.now());
    const event = { account: monitor.owner, type: "monitor.change", data, flat: true, to };
    const linked = { monitorId: monitor.id, changeId: null };
    const outcomes = await answering(() =>
      webhooks.sendNow(event, {
        signal: call.signal,
        also: (deliveries) => links.linking(linked, deliveries),
      }),
    );
    return testAlert(outcomes);
  }

  async deliveries(
    { id: monitorId, owner }: MonitorPlace,
    limit: number,
    call: Call,
  ): Promise<MonitorDelivery[]> {
    const links = await this.#parts.links.list(monitorId, limit, call);
    if (links.length === 0) return [];
    const ids = links.map(({ deliveryId }) => deliveryId);
    const query = { ids, limit: ids.length, signal: call.signal };
    const found = await this.#parts.webhooks.deliveries.list(owner, query);
    const byId = new Map(found.map((delivery) => [delivery.id, delivery]));
    return links.flatMap(({ deliveryId, changeId, channel }) => {
      const delivery = byId.get(deliveryId);
      // Not kept any longer.
      if (delivery === undefined) return [];
      return [{ ...delivery, monitorId, changeId, channel: channel as MonitorDelivery["channel"] }];
    });
  }

  async retry({ id, owner }: MonitorPlace, deliveryId: string, call: Call): Promise<void> {
    const { links, webhooks } = this.#parts;
    if (!(await links.has(id, deliveryId, call))) {
      throw new ServiceError("NOT_FOUND", { message: "The monitor has no delivery with this id." });
    }
    await answering(() => webhooks.deliveries.resend(owner, deliveryId, call));
  }

  async #receivers(monitor: MonitorPlace, call: Call): Promise<readonly DirectReceiver[]> {
    const { webhook, mails } = await this.#parts.store.receivers(monitor, call);
    if (webhook === undefined) return mails;
    return [{ url: webhook.url, secret: await webhook.secret() }, ...mails];
  }
}

/** What the attempts came to, in one answer. */
function testAlert(outcomes: readonly SentOutcome[]): TestAlert {
  const failed = outcomes.filter(({ success }) => !success);
  const status = outcomes.find(({ httpStatus }) => httpStatus !== null)?.httpStatus ?? null;
  const reasons = failed.map(({ url, error }) => {
    return `${url.startsWith("mailto:") ? url.slice("mailto:".length) : "webhook"}: ${error}`;
  });
  const message =
    failed.length === 0
      ? `The test alert was delivered to ${outcomes.length} of ${outcomes.length} receivers.`
      : `The test alert was not delivered everywhere: ${reasons.join("; ")}`;
  return { success: failed.length === 0, status, message };
}
