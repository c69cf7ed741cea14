import type { NextPage } from "../format/step-schema.ts";
import { isPlainObject, parsePath, readPath, type PathStep } from "../run/json-path.ts";
import { PageDocument } from "../reading/page-document.ts";
import type { PreparedRequest } from "../requests/build-request.ts";
import { executionFault } from "../run/run-fault.ts";
import type { Answered } from "./request-step.ts";

/** What asks for a page: a URL in place of the request's, or a value for its query or JSON. */
export type PageTurn =
  | { readonly url: URL }
  | { readonly value: string | number; readonly query?: string; readonly json?: string };

/** The turn of the first page; undefined: the request as it is. */
export function firstTurn(next: NextPage): PageTurn | undefined {
  if ("page" in next) return { query: next.page, value: next.start };
  return "offset" in next ? { query: next.offset, value: next.start } : undefined;
}

/** How far a list has been read. */
interface Progress {
  /** Pages so far. */
  readonly pages: number;
  /** Items so far. */
  readonly items: number;
}

/**
 * The turn behind an answer; undefined when the answer says that it is the last.
 * @throws RunFault for a link or a cursor that is none
 */
export function turnBehind(
  next: NextPage,
  answered: Answered,
  progress: Progress,
): PageTurn | undefined {
  if ("page" in next) return { query: next.page, value: next.start + progress.pages };
  if ("offset" in next) return { query: next.offset, value: next.start + progress.items };
  if ("cursor" in next) {
    const value = valueAt(next.cursor, answered.body);
    if (value === undefined) return undefined;
    const { query, json } = next;
    return { value, ...(query !== undefined && { query }), ...(json !== undefined && { json }) };
  }
  const link = linkOf(next, answered);
  if (link === undefined) return undefined;
  const url = URL.parse(link, answered.url);
  if (url !== null) return { url };
  throw executionFault(
    `The link to the next page is not a valid URL: ${JSON.stringify(link.slice(0, 100))}.`,
  );
}

function linkOf(
  next: Exclude<NextPage, { page: string } | { offset: string } | { cursor: string }>,
  { body, headers }: Answered,
): string | undefined {
  if ("link_header" in next) return relationOf(headers["link"], next.link_header);
  if ("link" in next) {
    const value = valueAt(next.link, body);
    return value === undefined ? undefined : String(value);
  }
  if (!(body instanceof PageDocument)) {
    throw executionFault(
      "The next page is found by a selector, but the answer is neither HTML nor XML.",
    );
  }
  const [node] = body.select(next.link_css);
  return node === undefined ? undefined : body.tree.attribute(node, "href")?.trim() || undefined;
}

/** A text or number at a path; undefined where the answer says that there is none. */
function valueAt(path: string, body: unknown): string | number | undefined {
  if (body instanceof PageDocument) {
    throw executionFault("The next page is found by a path, but the answer is not JSON.");
  }
  const value = readPath(body, parsePath(path) ?? []).value ?? false;
  if (value === false || value === "") return undefined;
  if (typeof value === "string" || typeof value === "number") return value;
  throw executionFault(
    `The value that names the next page ('${path}') must be a string or a number.`,
  );
}

/** The target of a relation in a Link header (RFC 8288). */
function relationOf(
  header: string | readonly string[] | undefined,
  relation: string,
): string | undefined {
  const text = (typeof header === "string" ? header : (header?.join(", ") ?? "")).slice(0, 20_000);
  for (const [, target, params = ""] of text.matchAll(/<([^<>]*)>([^<]*)/g)) {
    const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(params) ?? [];
    const relations = (quoted ?? bare ?? "").toLowerCase().split(/\s+/);
    if (relations.includes(relation.toLowerCase())) return target;
  }
  return undefined;
}

/** A request for a page. */
export function turned(request: PreparedRequest, turn: PageTurn | undefined): PreparedRequest {
  if (turn === undefined) return request;
  if ("url" in turn) return { ...request, url: turn.url };
  const { value, query, json } = turn;
  if (query !== undefined) request.url.searchParams.set(query, String(value));
  if (json === undefined) return request;
  const body: unknown = JSON.parse(request.body ?? "{}");
  return { ...request, body: JSON.stringify(withMember(body, parsePath(json) ?? [], value)) };
}

function withMember(json: unknown, path: readonly PathStep[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const members = isPlainObject(json) ? json : {};
  const name = String(step);
  const inner = withMember(Object.hasOwn(members, name) ? members[name] : undefined, rest, value);
  // `fromEntries` defines members: `__proto__` is a name like another.
  return Object.fromEntries([...Object.entries(members), [name, inner]]);
}

/** The same turn twice gives the same page. */
export function turnKey(turn: PageTurn): string {
  return "url" in turn ? turn.url.href : `${typeof turn.value} ${turn.value}`;
}
