import type { Clock, Ids } from "../../core/index.ts";
import {
  inserting,
  isStorageError,
  updating,
  type Call,
  type Records,
} from "../../storage/index.ts";
import {
  deliveryRows,
  NEVER,
  noticeRows,
  targetRows,
  type DeliveryRow,
  type NoticeRow,
  type TargetRow,
} from "../collections.ts";
import { messageOf } from "../messages/message.ts";
import { storedNotice } from "../notices/check-notice.ts";
import { isNotifierError } from "../notifier-error.ts";
import { taken, type Sent } from "../services/sent.ts";
import { rulesOf, type TargetRules } from "../targets/check-target.ts";
import { settingsOf, type TargetStore } from "../targets/target-store.ts";
import { digestDue, endOfQuiet, isQuiet } from "../times/hold.ts";
import { afterAttempt, cutOff, isCutOff } from "./delivery-states.ts";
import type { Sender } from "./sender.ts";

/** Notices of one message. */
const MOST_NOTICES = 50;
/** Steps of one turn: then other targets are looked at. */
const MOST_STEPS = 20;
const ID_BYTES = 15;

/** What a turn works with. */
export interface TurnParts {
  readonly records: Records;
  readonly targets: TargetStore;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly leaseMs: number;
}

const order = [
  ["dueAt", "asc"],
  ["createdAt", "asc"],
  ["id", "asc"],
] as const;

/**
 * A worker's turn with a target that it has claimed: makes messages of what waits, as far as neither a
 * digest nor quiet hours hold it back, and sends what is due, one after another.
 */
export class Turn {
  readonly #parts: TurnParts;
  /** As it was claimed; its token fences every step. */
  readonly #row: TargetRow;
  readonly #rules: TargetRules;
  readonly #call: Call;
  #restUntil: number;

  constructor(parts: TurnParts, row: TargetRow, call: Call) {
    this.#parts = parts;
    this.#row = row;
    this.#rules = rulesFor(row);
    this.#call = call;
    this.#restUntil = row.restUntil;
  }

  /** @param stopping aborts when no further message is to be begun */
  async run(stopping: AbortSignal): Promise<void> {
    const { clock } = this.#parts;
    let dueAt: number | undefined = clock.now();
    for (let steps = 0; steps < MOST_STEPS && !stopping.aborted; steps += 1) {
      const now = clock.now();
      const open = Math.max(endOfQuiet(now, this.#rules.hold), this.#restUntil);
      dueAt = open > now ? open : await this.#step(now);
      if (dueAt === undefined || dueAt > now) break;
    }
    if (dueAt !== undefined) await this.#release(dueAt);
  }

  /** Gives when there is more to do; undefined where the claim was lost. */
  async #step(now: number): Promise<number | undefined> {
    const next = await this.#next();
    const dueAt = next?.dueAt ?? NEVER;
    if (next === undefined || dueAt > now) {
      const heldUntil = await this.#gather(now);
      return heldUntil === undefined ? undefined : Math.min(dueAt, heldUntil);
    }
    if (isCutOff(next)) return (await this.#settle(next, cutOff(now))) ? now : undefined;
    return this.#deliver(next);
  }

  /**
   * Makes messages of the first notices that wait, where they may be told.
   * @returns when there is more to do; NEVER where nothing waits, undefined where the claim was lost
   */
  async #gather(now: number): Promise<number | undefined> {
    const { hold } = this.#rules;
    const waiting = await this.#parts.records.find(
      noticeRows,
      {
        where: { targetId: this.#row.id, deliveryId: null },
        order: [
          ["createdAt", "asc"],
          ["noticeId", "asc"],
        ],
        limit: MOST_NOTICES,
      },
      this.#call,
    );
    const [first] = waiting;
    if (first === undefined) return NEVER;
    const due = digestDue(first.createdAt, hold);
    if (due > now) return due;
    const isJoined = hold.digest !== undefined || isQuiet(first.createdAt, hold);
    const groups = isJoined ? [waiting] : waiting.map((notice) => [notice]);
    return (await this.#make(groups, now)) ? now : undefined;
  }

  async #make(groups: readonly (readonly NoticeRow[])[], now: number): Promise<boolean> {
    const { id: targetId, owner, name: target, label } = this.#row;
    const made = groups.map((notices) => {
      const id = `ntf_${this.#parts.ids.token(ID_BYTES)}`;
      // Due since the first of them came, so that messages go out in the order of what they tell.
      const dueAt = notices[0]?.createdAt ?? now;
      const state = { status: "pending", attempts: 0, dueAt, createdAt: now };
      return {
        notices,
        row: { id, targetId, owner, target, label, notices: notices.length, ...state },
      };
    });
    return this.#fenced([
      inserting(
        deliveryRows,
        made.map(({ row }) => row),
      ),
      ...made.map(({ notices, row }) => {
        const where = { targetId, noticeId: { in: notices.map(({ noticeId }) => noticeId) } };
        const waiting = { ...where, deliveryId: null };
        return updating(
          noticeRows,
          { where: waiting, set: { deliveryId: row.id } },
          notices.length,
        );
      }),
    ]);
  }

  async #next(): Promise<DeliveryRow | undefined> {
    const where = { targetId: this.#row.id, dueAt: { gte: 0 } };
    const [next] = await this.#parts.records.find(
      deliveryRows,
      { where, order, limit: 1 },
      this.#call,
    );
    return next;
  }

  /** One attempt; counted before it is made, so that a worker that dies has used it up. */
  async #deliver(found: DeliveryRow): Promise<number | undefined> {
    const { clock, ids } = this.#parts;
    const { id, attempts } = found;
    const where = { id, status: "pending", attempts };
    const counted = await this.#fenced([
      updating(deliveryRows, { where, add: { attempts: 1 } }, 1),
    ]);
    if (!counted) return undefined;
    const row = { ...found, attempts: attempts + 1 };
    const sent = await this.#attempt(row);
    const now = clock.now();
    const { set, restUntil } = afterAttempt(row, sent, { now, random: ids.random() });
    this.#restUntil = restUntil ?? this.#restUntil;
    return (await this.#settle(row, set)) ? now : undefined;
  }

  async #attempt({ id, createdAt }: DeliveryRow): Promise<Sent> {
    const { records, sender, targets } = this.#parts;
    const rows = await records.find(
      noticeRows,
      {
        where: { deliveryId: id },
        order: [
          ["createdAt", "asc"],
          ["noticeId", "asc"],
        ],
      },
      this.#call,
    );
    const notices = rows.map(({ notice }) => storedNotice(notice));
    const message = messageOf(notices, this.#rules.form);
    try {
      const receiver = await targets.receiverOf(this.#row, this.#call);
      return await sender.send(receiver, { id, message, notices, createdAt }, this.#call.signal);
    } catch (error) {
      this.#call.signal.throwIfAborted();
      if (isStorageError(error)) throw error;
      // Of one target, whatever it is, the others need not suffer.
      return { ...taken, failure: failureOf(error) };
    }
  }

  #settle({ id, attempts }: DeliveryRow, set: Partial<DeliveryRow>): Promise<boolean> {
    return this.#fenced([
      updating(deliveryRows, { where: { id, status: "pending", attempts }, set }, 1),
    ]);
  }

  /** Carries out operations while the claim holds, and lengthens it. */
  async #fenced(operations: Parameters<Records["atomic"]>[0]): Promise<boolean> {
    const { records, clock, leaseMs } = this.#parts;
    const { id, token } = this.#row;
    const set = { heldUntil: clock.now() + leaseMs, restUntil: this.#restUntil };
    const step = [updating(targetRows, { where: { id, token }, set }, 1), ...operations];
    return (await records.atomic(step, this.#call)).applied;
  }

  /** Lets the target go; where something came meanwhile, it is looked at again at once. */
  async #release(dueAt: number): Promise<void> {
    const { records, clock } = this.#parts;
    const { id, token, arrivals } = this.#row;
    const free = { heldUntil: 0, token: null };
    const where = { id, token };
    const unchanged = { where: { ...where, arrivals }, set: { ...free, dueAt } };
    const released = await records.update(targetRows, unchanged, this.#call);
    if (released.length > 0) return;
    const again = Math.min(dueAt, clock.now());
    await records.update(targetRows, { where, set: { ...free, dueAt: again } }, this.#call);
  }
}

/** Where what was set can be read no more, as a time zone that this Node does not know, it is told plainly. */
function rulesFor(row: TargetRow): TargetRules {
  try {
    return rulesOf(settingsOf(row));
  } catch {
    const timezone = "UTC";
    return {
      form: { title: undefined, body: undefined, timezone },
      hold: { quiet: undefined, digest: undefined, timezone },
    };
  }
}

function failureOf(error: unknown): string {
  if (isNotifierError(error)) return error.message.replace(/\.$/, "");
  return `it could not be sent (${error instanceof Error ? error.name : "unknown"})`;
}
