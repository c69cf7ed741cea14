import { oneLine } from "../examine/finding.ts";

/**
 * A step of starting, whose failure becomes one sentence that begins with what it is about.
 * @throws Error; the signal's reason
 */
export async function startStep<Result>(
  about: string,
  signal: AbortSignal,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    signal.throwIfAborted();
    throw new Error(`${about}: ${oneLine(error)}`, { cause: error });
  }
}
