import { parseJson } from "../../core/index.ts";
import type { Action, VisitedPage } from "../../browser/index.ts";
import type { BrowserStep } from "../format/step-schema.ts";
import { jsonFault } from "../run/json-bounds.ts";
import { PageDocument } from "../reading/page-document.ts";
import { buildUrl } from "../requests/build-url.ts";
import { readsCredential } from "../requests/reads-credential.ts";
import { withAuth } from "../requests/send-request.ts";
import { renderValue } from "../run/render.ts";
import { executionFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import type { Details } from "../run/run-trace.ts";
import { checkAnswer } from "./check-answer.ts";
import type { StepContext } from "./step-context.ts";
import { answerOf, visitPage } from "./visit-page.ts";

/** What a browser showed, as templates see it. */
interface BrowsedPage {
  readonly url: string;
  readonly page: PageDocument;
  /** By name: JSON of an answer that the page fetched. */
  readonly captures: Readonly<Record<string, unknown>>;
}

/**
 * Acts on a page in the browser, and takes what it fetched meanwhile.
 * @throws RunFault; the reason of the run's signal
 */
export async function browse(
  step: BrowserStep,
  context: StepContext,
  details: Details,
): Promise<BrowsedPage> {
  const { state, scope } = context;
  const wanted = Object.entries(step.capture);
  const url = buildUrl(step.url, scope);
  const visit = {
    url,
    headers: withAuth({ url, headers: {} }, context),
    isSecret: readsCredential([step.url, step.actions]),
    call: {
      // The browser checks them, whatever they are.
      actions: renderValue(step.actions, scope) as readonly Action[],
      capture: Object.fromEntries(wanted.map(([name, { url_contains: text }]) => [name, text])),
    },
  };
  const visited = await visitPage(visit, state, details);
  await checkAnswer(answerOf(visited), { id: step.id, takesHtml: true }, context);
  const captures = wanted.map(([name]) => [name, captured(name, step, visited)] as const);
  return {
    url: visited.url,
    page: new PageDocument(visited.html, "html", visited.url),
    captures: Object.fromEntries(captures),
  };
}

function captured(name: string, step: BrowserStep, { captures }: VisitedPage): unknown {
  const answer = captures?.[name];
  if (answer === undefined) {
    const text = step.capture[name]?.url_contains ?? "";
    throw executionFault(
      `The page of step '${step.id}' fetched no answer whose URL contains ${JSON.stringify(text)}.`,
    );
  }
  let value: unknown;
  try {
    value = parseJson(answer.text);
  } catch {
    throw executionFault(
      `The answer that step '${step.id}' caught as '${name}' is not JSON (HTTP ${answer.status}).`,
    );
  }
  const fault = jsonFault(value, { maxBytes: Infinity, maxDepth: runLimits.depth });
  if (fault === undefined) return value;
  throw executionFault(
    `The answer that step '${step.id}' captured as '${name}' is more than ${fault}.`,
  );
}
