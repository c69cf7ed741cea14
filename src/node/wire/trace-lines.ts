import type { TraceStep } from "../../wire/index.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import type { Paint } from "../terminal/terminal.ts";

/** Characters of a step's details. */
const LONGEST_LINE = 240;

/** A line for each step of a run: when it began, how long it took, and what it did. */
export function traceLines(steps: readonly TraceStep[], style: Paint): string {
  return steps
    .map(({ step, startMs, durationMs, details, error }) => {
      const when = style(
        "dim",
        `${String(Math.round(startMs)).padStart(6)} ms +${Math.round(durationMs)}`,
      );
      const told = Object.entries(details).map(([name, value]) => `${name}=${textOf(value)}`);
      const line = `${when}  ${printable(step)}  ${printableLine(told.join(" "), LONGEST_LINE)}`;
      return error === undefined ? line : `${line}\n${style("red", `        ${printable(error)}`)}`;
    })
    .join("\n");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
