import {
  inserting,
  removing,
  type Call,
  type NewRow,
  type Operation,
  type EnsuredRecords,
} from "../../../../storage/index.ts";
import type { Delivery } from "../../../../webhooks/index.ts";
import { monitorDeliveryRows, type MonitorDeliveryRow } from "./collections.ts";

const DAY = 86_400_000;

/** Links that one step removes. */
const AT_ONCE = 200;

/** Of which change of which monitor deliveries tell. */
interface LinkedChange {
  readonly monitorId: string;
  /** Null for a test alert. */
  readonly changeId: string | null;
}

/** What the links are kept with. */
interface DeliveryLinksParts {
  readonly records: EnsuredRecords;
  /** Milliseconds for which deliveries are kept. */
  readonly retentionMs: number;
}

/** Which deliveries are a monitor's. */
export class DeliveryLinks {
  readonly #parts: DeliveryLinksParts;

  constructor(parts: DeliveryLinksParts) {
    this.#parts = parts;
  }

  /** What stores them, and drops those of deliveries that are kept no longer; for {@link ready} records. */
  linking({ monitorId, changeId }: LinkedChange, deliveries: readonly Delivery[]): Operation[] {
    const [first] = deliveries;
    if (first === undefined) return [];
    const rows = deliveries.map(({ id, url, createdAt }): NewRow<typeof monitorDeliveryRows> => {
      const channel = url.startsWith("mailto:") ? "email" : "webhook";
      return { deliveryId: id, monitorId, changeId, channel, createdAt: Date.parse(createdAt) };
    });
    const before = Date.parse(first.createdAt) - this.#parts.retentionMs - DAY;
    const old = { monitorId, createdAt: { lt: before } };
    return [
      inserting(monitorDeliveryRows, rows),
      removing(monitorDeliveryRows, { where: old, limit: AT_ONCE }),
    ];
  }

  /** Newest first. */
  async list(monitorId: string, limit: number, call: Call): Promise<MonitorDeliveryRow[]> {
    const records = await this.#parts.records.ready(call);
    const order = [
      ["createdAt", "desc"],
      ["deliveryId", "desc"],
    ] as const;
    return records.find(monitorDeliveryRows, { where: { monitorId }, order, limit }, call);
  }

  /** Whether the delivery is the monitor's. */
  async has(monitorId: string, deliveryId: string, call: Call): Promise<boolean> {
    const records = await this.#parts.records.ready(call);
    return (
      (await records.count(monitorDeliveryRows, { where: { monitorId, deliveryId } }, call)) > 0
    );
  }
}
