import { SecretVault } from "../../../../webhooks/internal.ts";
import type { Clock, Ids } from "../../../../core/index.ts";
import type { CheckLedger } from "../../../../monitor/index.ts";
import { type Records, EnsuredRecords } from "../../../../storage/index.ts";
import type { Sealer } from "../../../../storage/sealing/index.ts";
import { type Webhooks } from "../../../../webhooks/index.ts";
import { accountRows } from "../../../accounts/collections.ts";
import { ledgerRows } from "../../../accounts/credits/collections.ts";
import type { ServiceSettings } from "../../../base/service-settings.ts";
import type { Wire } from "../../../base/wire.ts";
import { AlertStore } from "./alert-store.ts";
import type { Alerts } from "./alerts.ts";
import { ChangeEvents } from "./change-events.ts";
import { alertRows, monitorDeliveryRows } from "./collections.ts";
import { DeliveryLinks } from "./delivery-links.ts";
import { PricedChecks } from "./priced-checks.ts";
import { StoredAlerts } from "./stored-alerts.ts";

/** The dependencies of alerts; each is borrowed and left open. */
interface AlertParts {
  /** The webhooks and the monitors are over the same ones. */
  readonly records: Records;
  readonly webhooks: Webhooks;
  /** Seals the secrets of monitors; they are stored as they are when absent. */
  readonly sealer?: Sealer | undefined;
  /** Says what calls of actions cost. */
  readonly wire: Pick<Wire, "catalogOf">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: Pick<ServiceSettings, "prices" | "retentionMs">;
}

/** Alerts for the routes, and for the engine what checks cost and whom they tell. */
interface MadeAlerts {
  readonly alerts: Alerts;
  readonly ledger: CheckLedger;
}

/** Makes the alerts of monitors. Nothing is sent before {@link Webhooks.run}, but for test alerts. */
export function createAlerts(parts: AlertParts): MadeAlerts {
  const { webhooks, clock, ids, sealer, wire, settings } = parts;
  const { prices, retentionMs } = settings;
  const collections = [alertRows, monitorDeliveryRows, accountRows, ledgerRows];
  const records = new EnsuredRecords(parts.records, collections);
  const store = new AlertStore({ records, clock, ids, vault: new SecretVault(sealer) });
  const links = new DeliveryLinks({ records, retentionMs });
  const events = new ChangeEvents({ webhooks, store, links });
  return {
    alerts: new StoredAlerts({ records, webhooks, store, links, clock }),
    ledger: new PricedChecks({ records, webhooks, events, wire, clock, prices }),
  };
}
