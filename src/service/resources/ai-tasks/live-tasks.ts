import type { TaskStep } from "../../../agent/index.ts";
import type { HeldSession } from "../../../cdp-proxy/index.ts";

/** What a run of a task has besides its record. */
export interface LiveTask {
  readonly secrets: Readonly<Record<string, string>>;
  /** The saved session that it starts with; the run lets it go. */
  readonly held: HeldSession | undefined;
  /** Aborts when who follows its steps has left. */
  readonly left: AbortSignal;
  /** Told of each step. */
  readonly onStep: (step: TaskStep) => void;
}

/**
 * The tasks that this process has taken in: their secrets are in its memory alone, so that no other
 * process can run them.
 */
export class LiveTasks {
  readonly #tasks = new Map<string, LiveTask>();

  add(id: string, task: LiveTask): void {
    this.#tasks.set(id, task);
  }

  /** Takes a task out; undefined for one of a process that was lost. */
  take(id: string): LiveTask | undefined {
    const task = this.#tasks.get(id);
    this.#tasks.delete(id);
    return task;
  }
}
