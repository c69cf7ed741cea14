import { tell } from "../../core/index.ts";

/** Writes an unexpected failure to the host's log; clients do not see it. */
export function tellFailure(
  error: unknown,
  { requestId, jobId }: { readonly requestId?: string; readonly jobId?: string | undefined } = {},
): void {
  tell("dragline:service:failure", { requestId, jobId, error });
}
