import type { PageStep } from "../format/step-schema.ts";
import { PageDocument } from "../reading/page-document.ts";
import { readAnswer } from "../reading/read-answer.ts";
import { buildRequest } from "../requests/build-request.ts";
import { sendRequest, withAuth } from "../requests/send-request.ts";
import type { Details } from "../run/run-trace.ts";
import { checkAnswer } from "./check-answer.ts";
import type { StepContext } from "./step-context.ts";
import { answerOf, visitPage } from "./visit-page.ts";

/** A page as templates see it. */
interface ReadPage {
  readonly status: number;
  readonly url: string;
  readonly page: unknown;
}

/**
 * Brings a page by the fetcher, or by the browser once its scripts ran.
 * @throws RunFault; the reason of the run's signal
 */
export async function bringPage(
  step: PageStep,
  context: StepContext,
  details: Details,
): Promise<ReadPage> {
  const { state, scope } = context;
  const { id, status: expected, errors, url: address, query, headers } = step;
  const prepared = buildRequest({ url: address, query, headers }, scope);
  const expectation = { id, status: expected, errors, takesHtml: true };
  if (!step.browser) {
    const page = await sendRequest(prepared, { state, scope, details });
    await checkAnswer(page, expectation, context);
    const { status, url } = page;
    return { status, url, page: readAnswer(page, "html") };
  }
  const visited = await visitPage(
    { ...prepared, headers: withAuth(prepared, context), call: {} },
    state,
    details,
  );
  await checkAnswer(answerOf(visited), expectation, context);
  const { status, url, html } = visited;
  return { status, url, page: new PageDocument(html, "html", url) };
}
