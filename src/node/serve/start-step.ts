import { isDraglineError } from "../../core/index.ts";
import { oneLine } from "../examine/finding.ts";
import { UsageError } from "../terminal/terminal.ts";

/** What a step is about. */
interface Step {
  /** What a failure begins with. */
  readonly about: string;
  /** What one can do about a failure; nothing is added when absent. */
  readonly remedy?: string | undefined;
}

/**
 * A step of starting, whose failure becomes one sentence that begins with what it is about.
 * @throws Error; UsageError as it is; the signal's reason
 */
export async function startStep<Result>(
  step: string | Step,
  signal: AbortSignal,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  const { about, remedy } = typeof step === "string" ? { about: step } : step;
  try {
    return await run();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UsageError) throw error;
    const packages = missingPackages(error);
    if (packages !== undefined) {
      throw new Error(`${about} needs npm install ${packages}`, { cause: error });
    }
    const advice = remedy === undefined ? "" : `; ${remedy}`;
    throw new Error(`${about}: ${oneLine(error)}${advice}`, { cause: error });
  }
}

/** What is to be installed, as the error says it. */
function missingPackages(error: unknown): string | undefined {
  if (!isDraglineError(error, "PACKAGE_MISSING")) return undefined;
  return /npm install ([\w-]+(?: [\w-]+)*)/.exec(error.message)?.[1];
}
