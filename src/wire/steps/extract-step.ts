import type { ExtractStep } from "../format/step-schema.ts";
import { readDocument } from "../reading/read-document.ts";
import { evaluate } from "../run/render.ts";
import type { Details } from "../run/run-trace.ts";
import { parseTemplate, soleExpression } from "../run/template.ts";
import type { StepContext } from "./step-context.ts";

/** Reads what a step was answered. */
export function extract(step: ExtractStep, context: StepContext, details: Details): unknown {
  const { scope, url } = context;
  const from = step.from === undefined ? undefined : soleExpression(parseTemplate(step.from));
  const document = from === undefined ? context.document : evaluate(from, scope);
  const value = readDocument(step, { document, url, step: step.id, scope });
  if ("items" in value && Array.isArray(value["items"])) details["items"] = value["items"].length;
  return value;
}
