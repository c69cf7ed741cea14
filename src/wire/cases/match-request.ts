import { isDeepStrictEqual } from "node:util";
import type { CaseExchange } from "./case-answer.ts";

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** What a request has that the case's has not; none when it is that request. The order of the query does not count. */
export function requestDifferences(
  sent: SentRequest,
  { method, url, headers = {}, json, form }: CaseExchange["request"],
): string[] {
  const wanted = new URL(url);
  return [
    ...(sent.method === method ? [] : [`the method is ${sent.method}, not ${method}`]),
    ...urlDifferences(sent.url, wanted),
    ...Object.entries(headers).flatMap(([name, value]) => headerDifference(sent, name, value)),
    ...bodyDifferences(sent, { json, form }),
  ];
}

function urlDifferences(sent: URL, wanted: URL): string[] {
  const places = (["origin", "pathname"] as const)
    .filter((part) => sent[part] !== wanted[part])
    .map(
      (part) => `the ${part === "origin" ? "host" : "path"} is ${sent[part]}, not ${wanted[part]}`,
    );
  return [...places, ...memberDifferences("query", sent.searchParams, wanted.searchParams)];
}

function memberDifferences(what: string, sent: URLSearchParams, wanted: URLSearchParams): string[] {
  const names = new Set([...sent.keys(), ...wanted.keys()]);
  return [...names].flatMap((name) => {
    const [is, want] = [sent.getAll(name), wanted.getAll(name)];
    if (isDeepStrictEqual(is, want)) return [];
    if (want.length === 0) return [`the ${what} has ${name}=${is.join()}, which the case lacks`];
    if (is.length === 0) return [`the ${what} has no ${name}=${want.join()}`];
    return [`the ${what} has ${name}=${is.join()}, not ${want.join()}`];
  });
}

function headerDifference({ headers }: SentRequest, name: string, wanted: string): string[] {
  const is = headers[name.toLowerCase()];
  if (is === wanted) return [];
  return [
    is === undefined
      ? `no header ${name}`
      : `the header ${name} is '${String(is)}', not '${wanted}'`,
  ];
}

function bodyDifferences(
  { body, url, method }: SentRequest,
  { json, form }: Pick<CaseExchange["request"], "json" | "form">,
): string[] {
  if (json !== undefined) return jsonDifferences(body, json);
  if (form !== undefined) {
    return memberDifferences("form", new URLSearchParams(body), new URLSearchParams(form));
  }
  if (body === "") return [];
  return [
    `the case must have the body of ${method} ${url.pathname} as json or form: ${body.slice(0, 500)}`,
  ];
}

function jsonDifferences(body: string, wanted: unknown): string[] {
  let is: unknown;
  try {
    is = JSON.parse(body);
  } catch {
    return [`the body is not JSON: ${body.slice(0, 200)}`];
  }
  if (isDeepStrictEqual(is, wanted)) return [];
  return [
    `the body is ${JSON.stringify(is).slice(0, 500)}, not ${JSON.stringify(wanted).slice(0, 500)}`,
  ];
}
