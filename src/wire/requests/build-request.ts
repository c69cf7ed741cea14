import type { FetchCall } from "../../fetcher/index.ts";
import type { RequestSpec } from "../format/step-schema.ts";
import { asText } from "../filters/filter.ts";
import { executionFault, RunFault } from "../run/run-fault.ts";
import { evaluate, renderText, renderValue } from "../run/render.ts";
import type { Scope } from "../run/scope.ts";
import { parseTemplate, soleExpression } from "../run/template.ts";
import { buildUrl } from "./build-url.ts";
import { readsCredential } from "./reads-credential.ts";

/** A request with every template filled in. */
export interface PreparedRequest {
  readonly method: NonNullable<FetchCall["method"]>;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly idempotent: boolean;
  /** Whether the credential is in it, so that it goes to the site's own hosts alone. */
  readonly isSecret: boolean;
  readonly maxBytes: number | undefined;
}

/** What a request is made of; a `page` step has fewer. */
type RequestParts = Pick<RequestSpec, "url"> & Partial<RequestSpec>;

/**
 * Fills in the templates of a request.
 * @throws RunFault
 */
export function buildRequest(spec: RequestParts, scope: Scope): PreparedRequest {
  const url = buildUrl(spec.url, scope);
  appendAll(url.searchParams, spec.query, scope);
  const { body, type } = bodyOf(spec, scope);
  const accept = acceptOf(spec.type);
  return {
    method: spec.method ?? "GET",
    url,
    headers: {
      ...(accept !== undefined && { accept }),
      ...(type !== undefined && { "content-type": type }),
      ...headersOf(spec.headers, scope),
    },
    body,
    idempotent: spec.idempotent ?? false,
    isSecret: readsCredential(spec),
    maxBytes: spec.max_bytes,
  };
}

/** Adds members to a query or form: null is left out, a list gives one member an item. */
export function appendAll(
  target: URLSearchParams,
  members: Readonly<Record<string, unknown>> | undefined,
  scope: Scope,
): void {
  for (const [name, template] of Object.entries(members ?? {})) {
    if (lacksCredential(template, scope)) continue;
    const value = renderValue(template, scope);
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item === null) continue;
      if (typeof item === "object") {
        throw executionFault(
          `Member '${name}' of a query or form is an object; expected a string.`,
        );
      }
      target.append(name, asText(item).toWellFormed());
    }
  }
}

/** No control characters, and what Latin-1 has. */
const HEADER_VALUE = /^[\t\x20-\x7e\xa0-\xff]*$/;

/**
 * Headers, names in lower case. One whose template gives null is left out, and one that lacks what a
 * credential should give.
 * @throws RunFault
 */
export function headersOf(
  headers: Readonly<Record<string, string>> | undefined,
  scope: Scope,
): Record<string, string> {
  const built: Record<string, string> = {};
  for (const [name, template] of Object.entries(headers ?? {})) {
    if (lacksCredential(template, scope)) continue;
    const sole = soleExpression(parseTemplate(template));
    if (sole !== undefined && evaluate(sole, scope) === null) continue;
    const value = renderText(template, scope);
    if (!HEADER_VALUE.test(value)) throw headerFault(name, template);
    built[name.toLowerCase()] = value.trim();
  }
  return built;
}

function headerFault(name: string, template: string): RunFault {
  const isOfParams = template.includes("params.");
  return new RunFault({
    code: isOfParams ? "INVALID_PARAMS" : "EXECUTION_FAILED",
    message: `The value of header '${name}' has a line break or another character that a header cannot contain.`,
  });
}

/** Whether a template reads a member of the credential that is not there. */
function lacksCredential(template: unknown, scope: Scope): boolean {
  if (typeof template !== "string") return false;
  return parseTemplate(template).some(
    (part) =>
      typeof part === "object" && part.root === "credential" && evaluate(part, scope) === null,
  );
}

function bodyOf(
  { json, form }: RequestParts,
  scope: Scope,
): { readonly body: string | undefined; readonly type?: string } {
  if (form !== undefined) {
    const members = new URLSearchParams();
    appendAll(members, form, scope);
    return { body: members.toString(), type: "application/x-www-form-urlencoded" };
  }
  if (json === undefined) return { body: undefined };
  return { body: JSON.stringify(renderValue(json, scope)), type: "application/json" };
}

function acceptOf(type: RequestSpec["type"] | undefined): string | undefined {
  return type === "json" ? "application/json, */*;q=0.5" : undefined;
}
