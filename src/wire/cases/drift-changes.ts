import type { RecordedCase, Recipe } from "../format/action-schema.ts";
import { caseAnswer, type CaseExchange } from "./case-answer.ts";
import { emptiedLists, jsonChanges } from "./drift-json.ts";
import { textChanges } from "./drift-text.ts";

/** A change of one answer that a site may make one day. */
export interface DriftChange {
  /** Which of the case's exchanges it is of. */
  readonly exchange: number;
  /** For a person: `items[*].title removed`. */
  readonly title: string;
  readonly answer: CaseExchange["answer"];
  /**
   * `fails`: nothing may come of it. `fields`: also right is data without what was taken away: the same as
   * before where nobody reads it, null where the recipe says that it may be missing.
   */
  readonly kind: "fails" | "fields";
  /** A word that the reason has to have, if it is not that of a step. */
  readonly names: string;
}

const page =
  '<!doctype html><html lang="en"><title>Sorry</title><body><h1>We have moved</h1><p>Please come back later.</p></body></html>';

/** The changes of a case's answers that its recipe has to notice. */
export function driftChanges(recipe: Recipe, { exchanges }: RecordedCase): DriftChange[] {
  const { steps, output, assertions } = recipe;
  const words = new Set(JSON.stringify({ steps, output, assertions }).match(/[\p{L}\p{N}_@-]+/gu));
  const lists = promisedLists(recipe);
  return exchanges.flatMap((exchange, index) => {
    const { status } = exchange.answer;
    if (status < 200 || status > 299) return [];
    const changes = [
      ...wholeChanges(exchange),
      ...partChanges(exchange, words),
      ...emptyChanges(exchange, lists),
    ];
    return changes.map((change) => ({
      ...change,
      exchange: index,
    }));
  });
}

type Change = Omit<DriftChange, "exchange">;

function wholeChanges({ answer, request }: CaseExchange): Change[] {
  if (request.method === "HEAD") return [];
  const change = (title: string, names: string, changed: CaseExchange["answer"]): Change => ({
    title,
    names,
    kind: "fails",
    answer: changed,
  });
  const changes = [
    change("an HTML page in place of the answer", "html", { status: 200, text: page }),
    change("HTTP 500", "500", { status: 500, text: page }),
  ];
  if (answer.json === undefined) return changes;
  const text = JSON.stringify(answer.json);
  const { headers } = caseAnswer(answer);
  const half = {
    status: answer.status,
    headers,
    text: text.slice(0, Math.ceil(text.length * 0.6)),
  };
  return [...changes, change("JSON cut off", "JSON", half)];
}

function partChanges({ answer }: CaseExchange, words: ReadonlySet<string>): Change[] {
  const { json, text, ...rest } = answer;
  if (json !== undefined) {
    return jsonChanges(json, words).map(({ value, title, names }) => ({
      title,
      names,
      kind: "fields",
      answer: { ...rest, json: value },
    }));
  }
  return textChanges(text ?? "", words).map(({ value, title, names }) => ({
    title,
    names,
    kind: "fields",
    answer: { ...rest, text: value },
  }));
}

function emptyChanges({ answer }: CaseExchange, lists: readonly string[]): Change[] {
  const { json, ...rest } = answer;
  if (json === undefined) return [];
  return emptiedLists(json, lists).map(({ value, title, names }) => ({
    title,
    names,
    kind: "fails",
    answer: { ...rest, json: value },
  }));
}

/** Paths of the lists that must have an item. */
function promisedLists({ steps }: Recipe): string[] {
  const lists: string[] = [];
  JSON.stringify(steps, (_, value: unknown) => {
    const { non_empty: isPromised, list } = (value ?? {}) as {
      non_empty?: unknown;
      list?: unknown;
    };
    if (isPromised === true && typeof list === "string") lists.push(list);
    return value;
  });
  return lists;
}
