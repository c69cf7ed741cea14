import { type SecretVault } from "../../../../webhooks/internal.ts";
import type { Clock, Ids } from "../../../../core/index.ts";
import {
  isStorageError,
  type Call,
  type Records,
  type EnsuredRecords,
} from "../../../../storage/index.ts";
import { createSecret, type DirectReceiver, type SecretPlace } from "../../../../webhooks/index.ts";
import { addressesOf } from "./alert-receivers.ts";
import type { AlertSettings, MonitorPlace } from "./alerts.ts";
import { alertRows, type AlertRow } from "./collections.ts";

/** The dependencies of a store of alert settings. */
interface AlertStoreParts {
  readonly records: EnsuredRecords;
  readonly vault: SecretVault;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What of a row is the secret. */
type KeptSecret = Pick<AlertRow, "secret" | "sealedSecret">;

const noSecret: KeptSecret = Object.freeze({ secret: "", sealedSecret: null });

/** Whom monitors tell, in records; signing secrets are sealed where there is a sealer. */
export class AlertStore {
  readonly #parts: AlertStoreParts;

  constructor(parts: AlertStoreParts) {
    this.#parts = parts;
  }

  /**
   * Stores the settings in place of those that there are. The secret is made with the first URL, stays
   * when another takes its place, and goes with the last (decisions, 2.12).
   * @returns a secret that was made
   */
  async set(
    monitor: MonitorPlace,
    settings: AlertSettings,
    call: Call,
  ): Promise<string | undefined> {
    const records = await this.#parts.records.ready(call);
    for (;;) {
      const before = await rowOf(records, monitor.id, call);
      const hasUrl = settings.alertWebhookUrl !== null;
      const isNew = hasUrl && (before?.alertWebhookUrl ?? null) === null;
      const secret = isNew ? createSecret(this.#parts.ids) : undefined;
      const kept = hasUrl ? await this.#kept(monitor, secret, call) : noSecret;
      const alertEmails =
        addressesOf(settings.alertEmails).length > 0 ? settings.alertEmails : null;
      const { alertWebhookUrl } = settings;
      const row = { alertWebhookUrl, alertEmails, ...kept, updatedAt: this.#parts.clock.now() };
      if (before === undefined) {
        const first = { ...noSecret, ...row, monitorId: monitor.id, account: monitor.owner };
        if (await inserted(records, first, call)) return secret;
      } else {
        // Another call may have set the URL meanwhile, and with it the secret that was shown.
        const where = { monitorId: monitor.id, alertWebhookUrl: before.alertWebhookUrl };
        const changed = await records.update(alertRows, { where, set: row }, call);
        if (changed.length === 1) return secret;
      }
    }
  }

  /** The settings of each that has any. */
  async get(monitorIds: readonly string[], call: Call): Promise<Map<string, AlertSettings>> {
    const records = await this.#parts.records.ready(call);
    const where = { monitorId: { in: [...monitorIds] } };
    const rows = await records.find(alertRows, { where }, call);
    return new Map(
      rows.map(({ monitorId, alertWebhookUrl, alertEmails }) => [
        monitorId,
        { alertWebhookUrl, alertEmails },
      ]),
    );
  }

  /** Receivers for an event. */
  async receivers(monitor: MonitorPlace, call: Call): Promise<MonitorReceivers> {
    const records = await this.#parts.records.ready(call);
    const row = await rowOf(records, monitor.id, call);
    const mails = addressesOf(row?.alertEmails ?? null).map((address) => {
      return { url: `mailto:${address}` };
    });
    const url = row?.alertWebhookUrl ?? null;
    if (row === undefined || url === null) return { webhook: undefined, mails };
    const secret = () => this.#parts.vault.open(placeOf(monitor), row, call);
    return { webhook: { url, secret }, mails };
  }

  /** What a row has of the secret: the new one, or nothing, so that it keeps what it has. */
  async #kept(
    monitor: MonitorPlace,
    secret: string | undefined,
    call: Call,
  ): Promise<Partial<KeptSecret>> {
    if (secret === undefined) return {};
    return this.#parts.vault.keep(placeOf(monitor), secret, call);
  }
}

/** A monitor's own receivers. */
export interface MonitorReceivers {
  readonly webhook:
    | {
        readonly url: string;
        /** Opens it. @throws StorageError `UNKNOWN_KEY`, `SEAL_BROKEN` */
        readonly secret: () => Promise<string>;
      }
    | undefined;
  readonly mails: readonly DirectReceiver[];
}

function placeOf({ id, owner }: MonitorPlace): SecretPlace {
  return { account: owner, field: `monitor/${id}` };
}

async function rowOf(records: Records, id: string, call: Call): Promise<AlertRow | undefined> {
  const [row] = await records.find(alertRows, { where: { monitorId: id } }, call);
  return row;
}

/** Whether there was none yet. */
async function inserted(records: Records, row: AlertRow, call: Call): Promise<boolean> {
  try {
    await records.insert(alertRows, [row], call);
    return true;
  } catch (error) {
    if (isStorageError(error, "CONFLICT")) return false;
    throw error;
  }
}
