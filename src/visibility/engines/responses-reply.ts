import type { NamedSource, Reading } from "./engine-dialect.ts";
import { codeOf, fieldsOf, objectsOf, textOf, type Fields } from "./reply-fields.ts";

/**
 * Reads a response in the format of OpenAI's Responses API: `{ id, status, model, output: [{ type:
 * "message", content: [{ type: "output_text", text, annotations: [{ type: "url_citation", url, title
 * }] }, { type: "refusal", refusal }] }] }`.
 */
export function readResponse(reply: unknown): Reading {
  const { id, status, output, model, error, incomplete_details: cut } = fieldsOf(reply);
  if (status === "queued" || status === "in_progress") {
    const handle = textOf(id);
    return handle === ""
      ? { kind: "malformed", what: "a job without an id" }
      : { kind: "running", handle };
  }
  if (status === "failed" || status === "cancelled") {
    return {
      kind: "failed",
      why: `reported the status ${status} (${codeOf(fieldsOf(error)["code"])})`,
    };
  }
  const reason = fieldsOf(cut)["reason"];
  if (status === "incomplete" && reason !== "content_filter") {
    return { kind: "failed", why: `cut its answer off (${codeOf(reason)})` };
  }
  if (!Array.isArray(output)) return { kind: "malformed", what: "'output' is not a list" };
  const parts = objectsOf(output)
    .filter(({ type }) => type === "message")
    .flatMap(({ content }) => objectsOf(content));
  const refusals = parts.filter(({ type }) => type === "refusal");
  const texts = parts.filter(({ type }) => type === "output_text");
  const said = {
    content: [...texts.map(({ text }) => textOf(text)), ...refusals.map(refusalOf)].join("\n\n"),
    sources: texts.flatMap(sourcesOf),
    model,
    isRefusal: refusals.length > 0 || reason === "content_filter",
  };
  const handle = textOf(id);
  return { kind: "answered", said, ...(handle !== "" && { handle }) };
}

function refusalOf({ refusal }: Fields): string {
  return textOf(refusal);
}

function sourcesOf({ annotations }: Fields): NamedSource[] {
  return objectsOf(annotations)
    .filter(({ type }) => type === "url_citation")
    .map(({ url, title }) => ({ url, title }));
}
