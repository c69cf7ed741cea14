import { checkActions, isActionError, type Action } from "../../../browser/index.ts";
import { ServiceError } from "../../base/service-error.ts";
import { checkOutputSchema } from "../../base/check-output-schema.ts";
import type { SchemaJudge } from "../../../ai/index.ts";
import type { ScrapeOptions } from "./schema.ts";
import { defaultOutputs, pageOutputs, type ScrapeRequest } from "./scrape-request.ts";

/**
 * What the options of a body ask for; the session is not looked at.
 * @throws ServiceError `INVALID_REQUEST`; the signal's reason
 */
export async function checkRequest(
  options: ScrapeOptions,
  { judge, signal }: { readonly judge: SchemaJudge; readonly signal: AbortSignal },
): Promise<ScrapeRequest> {
  const { formats, generateJson } = options;
  const outputs = formats.length === 0 ? defaultOutputs : namedIn(formats);
  const actions = readActions(options.actions);
  const outputSchema = await checkOutputSchema(options.outputSchema, { judge, signal });
  const pictures = outputs.some((output) => output.startsWith("screenshot"));
  const session = options.sessionId !== undefined || options.sessionName !== undefined;
  return {
    outputs,
    json: generateJson || outputSchema !== null || formats.includes("json"),
    outputSchema,
    evidence: options.evidence,
    useBrowser: options.useBrowser || pictures || actions.length > 0 || session,
    actions,
    sessionId: null,
    pictures: {},
  };
}

function namedIn(formats: ScrapeOptions["formats"]): ScrapeRequest["outputs"] {
  return pageOutputs.filter((output) => formats.includes(output));
}

function readActions(given: readonly unknown[]): readonly Action[] {
  try {
    return checkActions(given);
  } catch (cause) {
    if (!isActionError(cause, "INVALID_ACTION")) throw cause;
    throw new ServiceError("INVALID_REQUEST", { message: `actions: ${cause.message}`, cause });
  }
}
