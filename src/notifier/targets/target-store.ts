import type { Clock, Ids } from "../../core/index.ts";
import type { AddressGuard } from "../../net/index.ts";
import {
  inserting,
  removing,
  updating,
  type Call,
  type Json,
  type Records,
} from "../../storage/index.ts";
import type { SecretVault } from "../../webhooks/internal.ts";
import { deliveryRows, noticeRows, targetRows, type TargetRow } from "../collections.ts";
import { NotifierError } from "../notifier-error.ts";
import { loadMailer } from "../services/mail.ts";
import type { ReadScope, Receiver } from "../services/service.ts";
import { readReceiver } from "../services/services.ts";
import { targetSettings, type TargetSettings } from "./check-target.ts";
import type { KnownTarget, NotifyTarget } from "./target.ts";

const LONGEST_NAME = 100;
const LONGEST_OWNER = 256;
const ID_BYTES = 15;

/** The dependencies of the store. */
interface StoreParts {
  readonly records: Records;
  readonly vault: SecretVault;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly scope: ReadScope;
  readonly maxTargets: number;
}

/** A target, checked. */
interface ReadTarget {
  readonly url: string;
  readonly owner: string;
  readonly receiver: Receiver;
  readonly settings: TargetSettings;
}

/** Keeps targets; their URLs are sealed where there is a sealer. */
export class TargetStore {
  readonly #parts: StoreParts;

  constructor(parts: StoreParts) {
    this.#parts = parts;
  }

  /**
   * Checks a target without keeping it.
   * @throws NotifierError `INVALID_TARGET`, `INVALID_TEMPLATE`, `MAILER_MISSING`
   */
  async read(target: string | NotifyTarget): Promise<ReadTarget> {
    const given = typeof target === "string" ? { url: target } : target;
    if (typeof given !== "object" || given === null) {
      throw invalid("A target must be a URL, or an object with one.");
    }
    const { url, owner = "" } = given;
    if (typeof owner !== "string" || owner.length > LONGEST_OWNER) {
      throw invalid(`'owner' must be a text of at most ${LONGEST_OWNER} characters.`);
    }
    const receiver = readReceiver(url, this.#parts.scope);
    this.#checkAddress(receiver);
    const settings = targetSettings(given);
    if (receiver.label.startsWith("mail ")) await loadMailer();
    return { url, owner, receiver, settings };
  }

  /** Adds it, or puts it in the place of that of the same name. */
  async set(name: string, target: string | NotifyTarget, call: Call): Promise<KnownTarget> {
    if (
      typeof name !== "string" ||
      name === "" ||
      name.length > LONGEST_NAME ||
      /\p{Cc}/u.test(name)
    ) {
      throw invalid(`The name of a target must be a text of 1 to ${LONGEST_NAME} characters.`);
    }
    const { url, owner, receiver, settings } = await this.read(target);
    const { records, clock, ids } = this.#parts;
    for (;;) {
      const [known] = await records.find(targetRows, { where: { owner, name } }, call);
      if (known === undefined) await this.#checkCount(owner, call);
      const id = known?.id ?? `tgt_${ids.token(ID_BYTES)}`;
      const kept = await this.#parts.vault.keep(secretPlace(owner, id), url, call);
      // What waits is looked at anew, as it may be due at another time now.
      const now = clock.now();
      const shown = { label: receiver.label, settings: settings as unknown as Json };
      const set = { ...kept, ...shown, dueAt: now, restUntil: 0 };
      const fresh = { id, owner, name, heldUntil: 0, arrivals: 0, createdAt: now, ...set };
      const step =
        known === undefined
          ? inserting(targetRows, [fresh])
          : updating(targetRows, { where: { id }, set, add: { arrivals: 1 } }, 1);
      const { applied } = await records.atomic([step], call);
      if (applied) return this.#view({ ...fresh, token: null, ...known, ...set }, call);
    }
  }

  async list(owner: string, call: Call): Promise<KnownTarget[]> {
    const order = [
      ["createdAt", "asc"],
      ["name", "asc"],
    ] as const;
    const rows = await this.#parts.records.find(targetRows, { where: { owner }, order }, call);
    return Promise.all(rows.map((row) => this.#view(row, call)));
  }

  async remove(owner: string, name: string, call: Call): Promise<void> {
    const row = await this.get(owner, name, call);
    const { records, clock } = this.#parts;
    const where = { targetId: row.id };
    const ended = { status: "exhausted", error: "the target was removed", dueAt: null };
    await records.atomic(
      [
        removing(targetRows, { where: { id: row.id } }),
        removing(noticeRows, { where }),
        updating(deliveryRows, {
          where: { ...where, status: "pending" },
          set: { ...ended, settledAt: clock.now() },
        }),
      ],
      call,
    );
  }

  /** @throws NotifierError `UNKNOWN_TARGET` */
  async get(owner: string, name: string, call: Call): Promise<TargetRow> {
    const [row] = await this.#parts.records.find(targetRows, { where: { owner, name } }, call);
    if (row !== undefined) return row;
    throw new NotifierError("UNKNOWN_TARGET", { message: "There is no target of this name." });
  }

  /**
   * Who a row means.
   * @throws NotifierError `INVALID_TARGET`, where what was stored is no target any more; StorageError
   */
  async receiverOf(row: TargetRow, call: Call): Promise<Receiver> {
    const { vault, scope } = this.#parts;
    const url = await vault.open(secretPlace(row.owner, row.id), row, call);
    const receiver = readReceiver(url, scope);
    this.#checkAddress(receiver);
    return receiver;
  }

  /** What can be known of an address without asking for its name. */
  #checkAddress({ url }: Receiver): void {
    if (url === undefined) return;
    try {
      this.#parts.guard.checkUrl(url);
    } catch (cause) {
      throw new NotifierError("INVALID_TARGET", {
        message:
          "The server of the target is private, local or otherwise not public; option 'allow' admits it.",
        details: { reason: "address" },
        cause,
      });
    }
  }

  async #checkCount(owner: string, call: Call): Promise<void> {
    const { records, maxTargets } = this.#parts;
    const count = await records.count(targetRows, { where: { owner } }, call);
    if (count < maxTargets) return;
    throw new NotifierError("TOO_MANY_TARGETS", {
      message: `An owner may have ${maxTargets} targets; remove one first.`,
      details: { limit: maxTargets },
    });
  }

  async #view(row: TargetRow, call: Call): Promise<KnownTarget> {
    const where = { targetId: row.id, deliveryId: null };
    const waiting = await this.#parts.records.count(noticeRows, { where }, call);
    const { name, owner, label, createdAt } = row;
    return { name, owner, label, ...settingsOf(row), waiting, createdAt };
  }
}

/** What is set beside the URL. */
export function settingsOf({ settings }: Pick<TargetRow, "settings">): TargetSettings {
  return settings as unknown as TargetSettings;
}

function secretPlace(
  owner: string,
  id: string,
): { readonly account: string; readonly field: string } {
  return { account: `notifier/${owner}`, field: `target/${id}` };
}

function invalid(message: string): NotifierError {
  return new NotifierError("INVALID_TARGET", { message });
}
