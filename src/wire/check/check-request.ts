import type { RequestSpec } from "../format/step-schema.ts";
import { checkText, checkValue } from "./check-templates.ts";
import { checkUrl } from "./check-url.ts";
import type { CheckScope, DocumentKind, Issues } from "./recipe-issue.ts";

/** Where a request stands. */
interface RequestCheck {
  /** The id of its step. */
  readonly id: string;
  readonly scope: CheckScope;
  readonly issues: Issues;
}

/** RFC 9110, 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

/** Checks the parts of a request that may hold templates. */
export function checkRequest(
  request: Pick<RequestSpec, "url" | "query" | "headers" | "errors" | "status"> &
    Partial<RequestSpec>,
  { id, scope, issues }: RequestCheck,
): void {
  checkUrl(request.url, scope, issues.at("url"));
  checkValue(request.query ?? {}, scope, issues.at("query"));
  checkHeaders(request.headers ?? {}, scope, issues.at("headers"));
  checkBody(request, scope, issues);
  // The message of a failure may read the answer that it describes.
  const own = new Map([...scope.steps, [id, { members: undefined, document: "json" as const }]]);
  for (const [code, { message }] of Object.entries(request.errors ?? {})) {
    const place = issues.at("errors", code);
    if ((request.status ?? [200]).includes(Number(code))) {
      place.add(`Status ${code} is also in 'expect'.`);
    }
    checkText(message, { ...scope, steps: own }, place.at("message"));
  }
}

function checkHeaders(
  headers: Readonly<Record<string, string>>,
  scope: CheckScope,
  issues: Issues,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!TOKEN.test(name)) issues.at(name).add(`'${name}' is not a valid header name.`);
    checkText(value, scope, issues.at(name));
  }
}

function checkBody(
  { method = "GET", json, form }: Partial<RequestSpec>,
  scope: CheckScope,
  issues: Issues,
): void {
  if (json !== undefined) checkValue(json, scope, issues.at("json"));
  if (form !== undefined) checkValue(form, scope, issues.at("form"));
  if (json !== undefined && form !== undefined)
    issues.add("A body cannot be both 'json' and 'form'.");
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && (json ?? form) !== undefined) issues.add(`${method} has no body.`);
}

/** What a type of answer is read as. */
export function documentOf(type: RequestSpec["type"]): DocumentKind {
  if (type === "html" || type === "xml") return "markup";
  return type === "none" ? "none" : "json";
}
