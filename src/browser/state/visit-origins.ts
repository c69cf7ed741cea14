import { deadline, type Clock } from "../../core/index.ts";
import { openBlankPage, type BlankPage } from "./blank-page.ts";
import type { StateContext, StatePage } from "./state-context.ts";
import type { StateProblem } from "./state-problem.ts";

/** What happens at each origin, and within which bounds. */
interface OriginVisit<Task> {
  /** Runs with a page that shows the origin's empty document. */
  readonly run: (page: StatePage, task: Task, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly onProblem: (problem: StateProblem) => void;
}

/** Pages that visit at once. */
const PAGES = 4;

/**
 * Visits the origin of each task on empty documents. What goes wrong at one origin is told and does
 * not stop the others. No page is left open.
 * @throws the signal's reason; the driver's error when no page can be opened
 */
export async function visitOrigins<Task extends { readonly origin: string }>(
  context: StateContext,
  tasks: readonly Task[],
  visit: OriginVisit<Task>,
): Promise<void> {
  visit.signal?.throwIfAborted();
  const waiting = tasks.values();
  const pages = Array.from({ length: Math.min(PAGES, tasks.length) }, () =>
    work(context, waiting, visit),
  );
  const failed = (await Promise.allSettled(pages)).find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

async function work<Task extends { readonly origin: string }>(
  context: StateContext,
  waiting: Iterable<Task>,
  visit: OriginVisit<Task>,
): Promise<void> {
  let page: BlankPage | undefined;
  try {
    for (const task of waiting) {
      visit.signal?.throwIfAborted();
      page ??= await openBlankPage(context, visit.clock, visit.signal);
      if (await succeeds(page, task, visit)) continue;
      await page[Symbol.asyncDispose]();
      page = undefined;
    }
  } finally {
    await page?.[Symbol.asyncDispose]();
  }
}

async function succeeds<Task extends { readonly origin: string }>(
  blank: BlankPage,
  task: Task,
  visit: OriginVisit<Task>,
): Promise<boolean> {
  using limit = deadline(visit.clock, visit.timeoutMs, visit.signal);
  try {
    const page = await blank.visit(task.origin, limit.signal);
    await visit.run(page, task, limit.signal);
    return true;
  } catch (error) {
    visit.signal?.throwIfAborted();
    visit.onProblem({ kind: "origin", where: task.origin, reason: reasonOf(error) });
    return false;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
