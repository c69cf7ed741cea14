import { methods, type FetchedPage } from "../../fetcher/index.ts";
import type { ActionCode, CodeAnswer, CodeRequest } from "../format/action.ts";
import type { RunParts } from "./open-run.ts";
import { sendRequest } from "../requests/send-request.ts";
import { executionFault, RunFault } from "./run-fault.ts";
import type { RunState } from "./run-state.ts";
import type { Scope } from "./scope.ts";

/**
 * Runs code of a host's. What it throws fails the run with its message.
 * @throws RunFault; the reason of the run's signal
 */
export async function runCode(
  code: ActionCode,
  { params, credential }: RunParts,
  { state, scope }: { readonly state: RunState; readonly scope: Scope },
): Promise<unknown> {
  const { signal } = state.deadline;
  const fetch = (request: CodeRequest): Promise<CodeAnswer> =>
    state.trace.record(`request ${state.used.requests}`, async (details) =>
      answerOf(await sendRequest(preparedOf(request), { state, scope, details })),
    );
  return state.trace.record("code", async () => {
    try {
      return await code.run(params, { signal, credential, fetch });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (error instanceof RunFault) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw executionFault(`The code of the action failed: ${reason}`, error);
    }
  });
}

function preparedOf({ method = "GET", url, headers = {}, body }: CodeRequest) {
  const parsed = URL.parse(url);
  if (parsed === null)
    throw executionFault(`${JSON.stringify(url.slice(0, 200))} is not a valid URL.`);
  if (!methods.includes(method))
    throw executionFault(
      `${method} is not a supported method; expected one of ${methods.join(", ")}.`,
    );
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    url: parsed,
    headers: Object.fromEntries(names) as Record<string, string>,
    body,
    idempotent: false,
    isSecret: false,
    maxBytes: undefined,
  };
}

function answerOf({ status, headers, text }: FetchedPage): CodeAnswer {
  return { status, headers, text };
}
