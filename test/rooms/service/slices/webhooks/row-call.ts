import { isDeepStrictEqual } from "node:util";
import type { ZodType } from "zod";
import type { Answer, KeyedCall, Route } from "../../../../../src/service/http/route.ts";

/** Who calls a row, and with what. */
export interface RowCall {
  readonly account?: string;
  readonly id?: string;
  readonly query?: object;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** What a row answered. */
export interface RowAnswer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Calls the row `"GET /path"` as the HTTP core does: input through its schemas, and checks that what
 * it answers is what it describes.
 */
export async function callRow(
  routes: readonly Route[],
  name: string,
  call: RowCall = {},
): Promise<RowAnswer> {
  const { account = "ada", id = "", query = {}, body = {}, signal } = { ...call };
  const row = routes.find(({ method, path }) => `${method} ${path}` === name);
  if (row?.access !== "key") throw new Error(`no row ${name}`);
  const run = row.run as unknown as (call: KeyedCall<unknown, unknown>) => Promise<Answer>;
  const answer = await run({
    requestId: "req_1",
    baseUrl: "https://api.example/v1",
    signal: signal ?? new AbortController().signal,
    caller: { account, key: "key_1" },
    params: { id },
    query: (row.query as ZodType | undefined)?.parse(query),
    body: (row.body as ZodType | undefined)?.parse(body),
  });
  return shownAnswer(row, answer);
}

function shownAnswer(row: Route, answer: Answer): RowAnswer {
  const { status } = answer;
  const described = row.answers[status]?.schema;
  if (!("json" in answer) || described === undefined) {
    throw new Error(`${row.operationId} does not describe what it answers`);
  }
  const json = JSON.parse(JSON.stringify(answer.json)) as RowAnswer["json"];
  // What the description does not name would be dropped by it.
  if (!isDeepStrictEqual(described.parse(json), json)) {
    throw new Error(`${row.operationId} answered more than it describes: ${JSON.stringify(json)}`);
  }
  return { status, json };
}
