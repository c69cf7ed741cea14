import type { TaskStep } from "../../agent/index.ts";
import { printable, printableLine } from "../terminal/printable.ts";
import { exitCodes, paint, print, say, type Terminal } from "../terminal/terminal.ts";

/** Characters of a step's line. */
const LONGEST_LINE = 200;

/** A step, as far as it is told: services say nothing of what came of it. */
type ToldStep = Pick<TaskStep, "tool" | "reasoning"> & {
  readonly args?: unknown;
  readonly outcome?: string;
  readonly isFailure?: boolean;
};

/** Tells a step on stderr: why, what, and what came of it where that is known. */
export function sayStep(
  { tool, args = {}, reasoning, outcome, isFailure = false }: ToldStep,
  terminal: Terminal,
): void {
  const what = printableLine(`${tool} ${JSON.stringify(args)}`, LONGEST_LINE);
  const lines = [`  ${what}`];
  if (outcome !== undefined) {
    const came = printableLine(outcome, LONGEST_LINE);
    lines.push(`  ${isFailure ? paint(terminal, "red", came) : came}`);
  }
  if (reasoning !== "")
    lines.unshift(paint(terminal, "dim", printableLine(reasoning, LONGEST_LINE)));
  say(terminal, lines.join("\n"));
}

/** How a task or a replay ended. */
interface Ended {
  readonly success: boolean;
  readonly result?: unknown;
  readonly failure?: string | undefined;
  readonly error?: string | undefined;
}

/** Shows how a task ended: what was asked for on stdout. Gives the exit code. */
export async function showEnd(
  ended: Ended,
  { json }: { readonly json?: boolean | undefined },
  terminal: Terminal,
): Promise<number> {
  const { success, result = null, failure = "failed", error = "" } = ended;
  if (json === true) await print(terminal, `${printable(JSON.stringify(ended, null, 2))}\n`);
  if (!success) {
    say(terminal, `${paint(terminal, "red", `${failure}:`)} ${printable(error)}`);
    return exitCodes.failed;
  }
  const shown = typeof result === "string" ? result : JSON.stringify(result, null, 2);
  if (json !== true) await print(terminal, `${printable(shown)}\n`);
  return exitCodes.ok;
}
