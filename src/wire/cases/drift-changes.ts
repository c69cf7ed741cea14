import type { RecordedCase, Recipe } from "../format/action-schema.ts";
import type { Reading } from "../format/step-schema.ts";
import { caseAnswer, type CaseExchange } from "./case-answer.ts";
import { emptiedLists, jsonChanges } from "./drift-json.ts";
import { textChanges, type RecipeNames } from "./drift-text.ts";

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
  const names = { words, items: itemElements(recipe) };
  const lists = promisedLists(recipe);
  return exchanges.flatMap((exchange, index) => {
    const { status } = exchange.answer;
    if (status < 200 || status > 299) return [];
    const changes = [
      ...wholeChanges(exchange),
      ...partChanges(exchange, names),
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

function partChanges({ answer }: CaseExchange, names: RecipeNames): Change[] {
  const { json, text, ...rest } = answer;
  if (json !== undefined) {
    return jsonChanges(json, names.words).map(({ value, title, names: changed }) => ({
      title,
      names: changed,
      kind: "fields",
      answer: { ...rest, json: value },
    }));
  }
  return textChanges(text ?? "", names).map(({ value, title, names }) => ({
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
function promisedLists(recipe: Recipe): string[] {
  return readingsOf(recipe).flatMap(({ list, non_empty: isPromised }) =>
    isPromised === true && typeof list === "string" ? [list] : [],
  );
}

/** The last element that the selector of a list names. */
function itemElements(recipe: Recipe): Set<string> {
  const selectors = readingsOf(recipe).flatMap(({ list }) =>
    typeof list === "object" ? list.css.split(",") : [],
  );
  return new Set(selectors.map((css) => /([\w-]+)[^\s>+~]*$/.exec(css.trim())?.[1] ?? ""));
}

/** What of a step or of its part `read` says how a list is read. */
type ListReading = Pick<Reading, "list" | "non_empty">;

function readingsOf({ steps }: Recipe): ListReading[] {
  const found: ListReading[] = [];
  JSON.stringify(steps, (_, value: unknown) => {
    if (typeof value === "object" && value !== null && "list" in value)
      found.push(value as ListReading);
    return value;
  });
  return found;
}
