import type { Clock } from "../../core/index.ts";
import { updating, type Call, type Records } from "../../storage/index.ts";
import { deliveryRows, targetRows, type DeliveryRow } from "../collections.ts";
import { NotifierError } from "../notifier-error.ts";
import type { MessageQuery, MessageStatus, SentMessage } from "../notifier.ts";

const MOST_LISTED = 200;

/** The log of messages. */
export class MessageLog {
  readonly #records: Records;
  readonly #clock: Clock;

  constructor(records: Records, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  async list({ owner = "", status, limit = 50 }: MessageQuery, call: Call): Promise<SentMessage[]> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LISTED) {
      throw new NotifierError("INVALID_QUERY", {
        message: `'limit' must be a whole number from 1 to ${MOST_LISTED}.`,
        details: { field: "limit" },
      });
    }
    const where = { owner, ...(status !== undefined && { status }) };
    const order = [["createdAt", "desc"]] as const;
    const rows = await this.#records.find(deliveryRows, { where, order, limit }, call);
    return rows.map(messageView);
  }

  async resend(id: string, call: Call): Promise<SentMessage> {
    const [row] = await this.#records.find(deliveryRows, { where: { id } }, call);
    const now = this.#clock.now();
    const again = { status: "pending", attempts: 0, error: null, dueAt: now, settledAt: null };
    if (row?.status === "exhausted") {
      const where = { id, status: "exhausted" };
      const targetId = row.targetId;
      const { applied } = await this.#records.atomic(
        [
          updating(
            targetRows,
            { where: { id: targetId }, set: { dueAt: now }, add: { arrivals: 1 } },
            1,
          ),
          updating(deliveryRows, { where, set: again }, 1),
        ],
        call,
      );
      if (applied) return messageView({ ...row, ...again });
    }
    throw new NotifierError("NOT_FOUND", {
      message: "There is no message of this id that was given up, or its target was removed.",
    });
  }
}

function messageView(row: DeliveryRow): SentMessage {
  const { id, owner, target, label, notices, httpStatus, attempts, error, dueAt, createdAt } = row;
  const status = row.status as MessageStatus;
  const facts = { httpStatus, attempts, error, nextAttemptAt: dueAt, createdAt };
  return { id, owner, target, label, notices, status, ...facts };
}
