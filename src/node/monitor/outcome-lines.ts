import type { ChangeDiff } from "../../monitor/index.ts";
import { printable } from "../terminal/printable.ts";
import type { Paint } from "../terminal/terminal.ts";
import type { CheckOutcome } from "./check-outcome.ts";

const styles = {
  first: "green",
  unchanged: "dim",
  changed: "yellow",
  failed: "red",
} as const;

/** An outcome in a line for people. */
export function outcomeLine({ monitor, run, status, detail }: CheckOutcome, paint: Paint): string {
  const word = paint(styles[status], status.padEnd(9));
  const what = detail === undefined ? "" : `  ${paint("dim", sizeText(detail.diff))}`;
  const summary = detail?.change.summary ?? null;
  const said = summary === null ? "" : `\n  ${printable(summary)}`;
  const why = isTold(status, run) ? `  ${printable(failureText(run))}` : "";
  return `${word}  ${printable(monitor.url)}${what}${why}${said}`;
}

/** An outcome for programs: a line of JSON. */
export function outcomeJson({ monitor, run, status, detail }: CheckOutcome): string {
  const failure = isTold(status, run) ? { code: run.code, error: run.error } : {};
  const change =
    detail === undefined
      ? {}
      : { changeId: detail.change.id, summary: detail.change.summary, diff: detail.diff };
  const at = run.completedAt ?? run.startedAt;
  const checkedAt = new Date(at).toISOString();
  const facts = { monitorId: monitor.id, url: monitor.url, status, checkedAt };
  return `${printable(JSON.stringify({ ...facts, ...failure, ...change }))}\n`;
}

/** Whether an outcome has a reason: it failed, or could not compare. */
function isTold(status: CheckOutcome["status"], { code, error }: CheckOutcome["run"]): boolean {
  return status === "failed" || code !== null || error !== null;
}

/** Why a run did not succeed, or could not compare. */
export function failureText({
  code,
  error,
}: {
  readonly code: string | null;
  readonly error: string | null;
}): string {
  const said = [code, error].filter((part) => part !== null).join(": ");
  return said.replace(/\.$/, "") || "failed";
}

/** How large a change is. */
export function sizeText(diff: ChangeDiff): string {
  if (diff.type === "fields") return diff.changedFields.map((name) => printable(name)).join(", ");
  if (diff.type === "content") return `+${diff.stats.adds} -${diff.stats.dels} lines`;
  const { added, removed, changed } = diff.stats;
  return `${added} pages added, ${removed} removed, ${changed} changed`;
}
