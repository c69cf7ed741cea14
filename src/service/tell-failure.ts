import { tell } from "../core/index.ts";

/** Tells the host's log what clients are not told: something failed that must not. */
export function tellFailure(
  error: unknown,
  { requestId, jobId }: { readonly requestId?: string; readonly jobId?: string | undefined } = {},
): void {
  tell("dragline:service:failure", { requestId, jobId, error });
}
