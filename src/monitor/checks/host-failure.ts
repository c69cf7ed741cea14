import { isAiError } from "../../ai/index.ts";
import { isDraglineError, tell } from "../../core/index.ts";
import type { CheckFailureCode } from "./check-failure.ts";
import type { MonitorRow } from "../collections.ts";
import { lookFailure, type LookFailure } from "./look.ts";

/**
 * A failure by no fault of the page: the host is told all of it, the monitor's owner our own words,
 * and of anybody else's error, a model's among them, that it happened, as their texts may name keys,
 * addresses and files.
 */
export function hostFailure(
  { id, runId }: Pick<MonitorRow, "id" | "runId">,
  error: unknown,
  { code, otherwise }: { readonly code: CheckFailureCode; readonly otherwise: string },
): LookFailure {
  tell("dragline:monitor:failure", { monitorId: id, runId, error });
  const isOurs = isDraglineError(error) && !isAiError(error);
  return lookFailure(code, isOurs ? error.message : otherwise);
}
