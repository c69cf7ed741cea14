import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { click, fill, look, type Turn } from "../agent/policy-model.ts";
import { boats, search, type Boat } from "./boats.ts";

/** A request to a site. */
export interface Arrival {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly method: string;
  readonly form: URLSearchParams;
  readonly body: string;
  readonly cookies: string;
  readonly headers: IncomingMessage["headers"];
  readonly response: ServerResponse;
  /** A new design: other classes, order and wrappers. */
  readonly isNew: boolean;
}

/** A site that actions are built of. */
export interface BuildSite {
  readonly answer: (arrival: Arrival) => void;
  readonly goal: string;
  /** What a model does until it can propose. */
  readonly turns: readonly Turn[];
  /** What it proposes then. */
  readonly proposal: object;
  /** Parameters that the build did not see, and what the action gives. */
  readonly unseen: readonly { readonly params: object; readonly data: unknown }[];
  readonly credential?: Readonly<Record<string, string>>;
}

export async function arrivalOf(
  request: IncomingMessage,
  response: ServerResponse,
  isNew: boolean,
): Promise<Arrival> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  const body = await text(request);
  return {
    path: pathname,
    query: searchParams,
    method: request.method ?? "GET",
    form: new URLSearchParams(body),
    body,
    cookies: request.headers.cookie ?? "",
    headers: request.headers,
    response,
    isNew,
  };
}

export function page({ response, isNew }: Arrival, title: string, body: string): void {
  response.setHeader("content-type", "text/html; charset=utf-8");
  const inner = isNew
    ? `<div class="w9"><section class="x1"><header><h2>${title}</h2></header>${body}</section></div>`
    : `<main class="content"><h1>${title}</h1>${body}</main>`;
  response.end(
    `<!doctype html><html lang="en"><title>${title}</title><body>${inner}</body></html>`,
  );
}

export function json({ response }: Arrival, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** A row of a table or list, in one design or the other. */
export function row({ isNew }: Arrival, { name, price, harbour, id }: Boat): string {
  return isNew
    ? `<article class="k"><div><em>${harbour}</em></div><a class="n" href="/boats/${id}">${name}</a><span>${price}</span></article>`
    : `<tr><td><a href="/boats/${id}">${name}</a></td><td>${price}</td><td>${harbour}</td></tr>`;
}

/** A form that asks for words. */
export function searchForm(action: string, more = "", method = "get"): string {
  return `<form action="${action}" method="${method}"><label>Words <input name=q></label>${more}<button>Search</button></form>`;
}

const query = {
  name: "query",
  type: "string",
  description: "Words in the name of the boats.",
  value: "red",
  other: "blue sloop",
};

/** A proposal of a search. */
export function searchProposal(result: unknown, parameters: readonly object[] = [query]): object {
  return {
    name: "search_boats",
    title: "Search for boats",
    description: "Finds boats by words in their name, with price and harbour.",
    type: "read",
    parameters,
    result,
  };
}

export const seen = (list: readonly Boat[], count = 2): object[] =>
  list.slice(0, count).map(({ name, price, harbour }) => ({ name, price, harbour }));

export const facts = (list: readonly Boat[]): object[] => seen(list, list.length);

export const searchTurns: readonly Turn[] = [
  fill(/"Words"/, "red"),
  look,
  click(/button "Search"/),
  look,
];

/** What every search of "green" and of "white ketch" gives. */
export const unseenSearches = [
  { params: { query: "green" }, data: facts(search("green")) },
  { params: { query: "white ketch" }, data: facts(search("white ketch")) },
];

export { boats, search, type Boat };
