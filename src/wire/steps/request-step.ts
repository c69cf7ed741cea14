import type { FetchedPage } from "../../fetcher/index.ts";
import type { RequestSpec } from "../format/step-schema.ts";
import { buildRequest, type PreparedRequest } from "../requests/build-request.ts";
import { sendRequest } from "../requests/send-request.ts";
import { readAnswer } from "../reading/read-answer.ts";
import type { Details } from "../run/run-trace.ts";
import { checkAnswer, checkBlocked } from "./check-answer.ts";
import type { StepContext } from "./step-context.ts";

/** What a request was answered, as templates see it. */
export interface Answered {
  readonly status: number;
  readonly url: string;
  readonly headers: FetchedPage["headers"];
  readonly body: unknown;
}

/** A request and the step that it is of. */
interface RequestCall {
  readonly id: string;
  readonly spec: RequestSpec;
  readonly details: Details;
  /** In place of what the step's templates give. */
  readonly prepared?: PreparedRequest;
}

/**
 * Sends a request and reads the answer, which must be what the step expects.
 * @throws RunFault; the reason of the run's signal
 */
export async function answerRequest(call: RequestCall, context: StepContext): Promise<Answered> {
  const { id, spec, details } = call;
  const { state, scope } = context;
  const prepared = call.prepared ?? buildRequest(spec, scope);
  const page = await sendRequest(prepared, { state, scope, details });
  const takesHtml = spec.type === "html";
  await checkAnswer(page, { id, status: spec.status, errors: spec.errors, takesHtml }, context);
  if (spec.type !== "text" && spec.type !== "none" && !takesHtml) {
    await checkBlocked(page, state);
  }
  const { status, url, headers } = page;
  const isBare = prepared.method === "HEAD" || status === 204;
  return { status, url, headers, body: isBare ? null : readAnswer(page, spec.type) };
}
