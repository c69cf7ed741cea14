import { systemClock } from "../../../core/index.ts";
import type { Notifier, SentMessage } from "../../../notifier/index.ts";
import { momentText } from "../../input/duration.ts";
import { printableLine } from "../../terminal/printable.ts";
import { paint, say, type Terminal } from "../../terminal/terminal.ts";

const MOST_LOOKED_AT = 200;
const LONGEST_ERROR = 200;

/** Sends what is due now, and says what came of it. */
export async function tellDue(notifier: Notifier, terminal: Terminal): Promise<void> {
  const before = await notifier.messages.list({ limit: MOST_LOOKED_AT });
  const settled = new Set(before.filter(({ status }) => status !== "pending").map(({ id }) => id));
  const tries = new Map(before.map(({ id, attempts }) => [id, attempts]));
  await notifier.sendDue({ signal: terminal.signal });
  const after = await notifier.messages.list({ limit: MOST_LOOKED_AT });
  const tried = after.filter(
    ({ id, attempts }) => !settled.has(id) && attempts > (tries.get(id) ?? 0),
  );
  for (const message of tried.toReversed()) say(terminal, toldLine(message, terminal));
  const targets = await notifier.targets.list();
  const held = targets.filter(({ waiting }) => waiting > 0);
  for (const { name, waiting, quiet, digest } of held) {
    const why = digest === null ? `until its quiet hours end (${quiet ?? ""})` : "for its digest";
    const what = `${waiting} change${waiting === 1 ? "" : "s"}`;
    say(terminal, `${what} wait${waiting === 1 ? "s" : ""} for ${printableLine(name, 40)}, ${why}`);
  }
}

/** What became of a message, in a line. */
export function toldLine(message: SentMessage, terminal: Terminal): string {
  const { target, label, status, error, nextAttemptAt, notices } = message;
  const whom = `${printableLine(target, 40)} (${printableLine(label, 80)})`;
  if (status === "sent") return `told ${whom}${notices === 1 ? "" : `, ${notices} changes`}`;
  const why = printableLine(error ?? "not sent yet", LONGEST_ERROR);
  if (status === "exhausted") return `${paint(terminal, "red", "not told")} ${whom}: ${why}`;
  const when =
    nextAttemptAt === null ? "" : `; again ${momentText(nextAttemptAt, systemClock.now())}`;
  return `${paint(terminal, "yellow", "not told yet")} ${whom}: ${why}${when}`;
}
