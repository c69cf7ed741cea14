import { systemClock, wait } from "../../core/index.ts";
import { countText } from "../terminal/count-text.ts";
import { momentText, timeText } from "../input/duration.ts";
import { printable } from "../terminal/printable.ts";
import { exitCodes, paint, say } from "../terminal/terminal.ts";
import { answered, type AskedRun } from "./asked-run.ts";
import type { HistoryFile } from "./history-file.ts";
import { runQuestion, type AskScope, type RunStart } from "./run-question.ts";
import type { VisibilityQuestion } from "./show-run.ts";

/** Milliseconds after which the time is looked at again: a machine that slept wakes up late. */
const LONGEST_WAIT = 60_000;

/** What a question is watched with: what engines came to is kept. */
export interface WatchScope extends AskScope {
  readonly history: HistoryFile;
}

/**
 * Asks a question again and again, until the user interrupts. What the history has of the time since
 * the last one was due is not asked again: engines that a run was ended before are asked, the others
 * next time.
 * @param everyMs from the beginning of one run to that of the next
 * @returns the exit code
 * @throws VisibilityError; what the history throws
 */
export async function watchQuestion(
  scope: WatchScope,
  question: VisibilityQuestion,
  everyMs: number,
): Promise<number> {
  const { terminal, clock = systemClock } = scope;
  const { signal } = terminal;
  try {
    let { begun, before } = await startOf(scope, clock.now() - everyMs);
    for (;;) {
      const isNew = scope.engines.some(({ slug }) => !has(begun, slug));
      if (isNew) before = answered(await runQuestion(scope, question, { begun, before })) ?? before;
      else before = begun;
      const due = begun.at + everyMs;
      const next = `asks again ${momentText(due, clock.now())}, at ${timeText(due)}; press Ctrl-C to stop`;
      say(
        terminal,
        paint(
          terminal,
          "dim",
          isNew ? next : `asked ${momentText(begun.at, clock.now())}; ${next}`,
        ),
      );
      while (clock.now() < due) {
        await wait(clock, Math.min(LONGEST_WAIT, due - clock.now()), signal);
      }
      begun = { at: clock.now(), results: [] };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    return exitCodes.interrupted;
  }
}

/**
 * What a run goes on from, and is compared with, by the history.
 * @param since when a run may have begun that is gone on with
 */
export async function startOf(
  { history, terminal, clock = systemClock }: AskScope,
  since: number,
): Promise<RunStart> {
  const fresh = { at: clock.now(), results: [] };
  if (history === undefined) return { begun: fresh, before: undefined };
  const { last, before, unreadable } = await history.read();
  if (unreadable > 0) {
    const what = `${countText(unreadable, "line")} of ${printable(history.path)} cannot be read`;
    say(terminal, `${paint(terminal, "yellow", "note:")} ${what}`);
  }
  if (last === undefined) return { begun: fresh, before };
  // A clock that was set back makes no run of the future.
  if (last.at > since && last.at <= fresh.at) return { begun: last, before };
  return { begun: fresh, before: answered(last) ?? before };
}

function has({ results }: AskedRun, slug: string): boolean {
  return results.some(({ source }) => source === slug);
}
