import type { EndingCheck, MonitorChange } from "../../../../monitor/index.ts";
import { isStorageError, type Call, type Operation } from "../../../../storage/index.ts";
import {
  isWebhookError,
  type DirectReceiver,
  type PreparedEvent,
  type WebhookEvent,
  type Webhooks,
} from "../../../../webhooks/index.ts";
import { tellFailure } from "../../../base/tell-failure.ts";
import type { AlertStore, MonitorReceivers } from "./alert-store.ts";
import { changePayload } from "./change-payload.ts";
import type { DeliveryLinks } from "./delivery-links.ts";

/** The dependencies of the events of changes. */
interface ChangeEventParts {
  readonly webhooks: Pick<Webhooks, "prepare">;
  readonly store: AlertStore;
  readonly links: DeliveryLinks;
}

/** A change to send. */
interface ToldChange extends Pick<EndingCheck, "monitor" | "between"> {
  readonly change: MonitorChange;
}

/**
 * Makes the events of changes. A receiver that cannot be told never keeps a check from ending: the
 * event goes without the monitor's webhook, then to the account's endpoints alone, or not at all.
 */
export class ChangeEvents {
  readonly #parts: ChangeEventParts;

  constructor(parts: ChangeEventParts) {
    this.#parts = parts;
  }

  /**
   * What stores the event of a change and whose deliveries they are; nothing where nobody hears of it.
   * @throws StorageError
   */
  async of(told: ToldChange, call: Call): Promise<readonly Operation[]> {
    const { monitor, change } = told;
    const receivers = await this.#parts.store.receivers(monitor, call);
    const event = {
      account: monitor.owner,
      type: "monitor.change",
      data: changePayload(told),
      flat: true,
    };
    const prepared = await this.#prepared(event, receivers, call);
    if (prepared === undefined) return [];
    const linked = { monitorId: monitor.id, changeId: change.id };
    return [...prepared.operations, ...this.#parts.links.linking(linked, prepared.deliveries)];
  }

  async #prepared(
    event: WebhookEvent,
    { webhook, mails }: MonitorReceivers,
    call: Call,
  ): Promise<PreparedEvent | undefined> {
    const choices: (() => Promise<readonly DirectReceiver[]>)[] = [async () => []];
    if (mails.length > 0) choices.unshift(async () => mails);
    if (webhook !== undefined) {
      const { url, secret } = webhook;
      choices.unshift(async () => [{ url, secret: await secret() }, ...mails]);
    }
    for (const receivers of choices) {
      try {
        return await this.#parts.webhooks.prepare({ ...event, to: await receivers() }, call);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        tellFailure(error);
      }
    }
    return undefined;
  }
}

/** Whether trying again would not help; a secret that no key opens is refused as well. */
function isRefusal(error: unknown): boolean {
  return (
    isWebhookError(error) ||
    isStorageError(error, "UNKNOWN_KEY") ||
    isStorageError(error, "SEAL_BROKEN")
  );
}
