import type { Field, Reading } from "../format/step-schema.ts";
import { parsePath, readPath } from "../run/json-path.ts";
import { executionFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import { PageDocument } from "./page-document.ts";
import { readFields, ruleOf, type Place, type Source } from "./read-field.ts";
import {
  isProven,
  limitOf,
  noDocument,
  type ReadingParts,
  type ReadList,
} from "./reading-parts.ts";
import { readLearned } from "./read-learned.ts";
import { readTable } from "./read-table.ts";
import { upstreamText } from "./upstream-text.ts";

/**
 * Reads a document: a list with whether there is more, or one object.
 * @throws RunFault for whatever is not there that should be
 */
export function readDocument(
  reading: Reading,
  parts: ReadingParts,
): ReadList | Record<string, unknown> {
  const { document, step, scope } = parts;
  if (reading.recipe !== undefined) return readLearned(reading, parts);
  if (document instanceof PageDocument) document.prepare(selectorsOf(reading));
  if (reading.list === undefined && reading.table === undefined) {
    return readFields(reading.fields ?? {}, sourceOf(document), {
      step,
      where: "",
      scope,
      context: contextOf(parts),
    });
  }
  const limit = limitOf(reading.limit, scope) ?? runLimits.items;
  const found = reading.table === undefined ? listOf(reading, parts) : tableOf(reading, parts);
  if (found.length === 0 && reading.non_empty === true) {
    throw executionFault(
      `The answer of step '${step}' has no items, but at least one is required.`,
    );
  }
  const taken = found.slice(0, Math.min(limit, runLimits.items));
  const items = taken.map((source, index) => itemOf(reading, { source, index, parts }));
  return { items, has_more: taken.length < found.length };
}

interface ItemParts {
  readonly source: Source;
  readonly index: number;
  readonly parts: ReadingParts;
}

function itemOf({ fields, table }: Reading, { source, index, parts }: ItemParts): unknown {
  const json = "json" in source ? source.json : null;
  if (fields === undefined || table !== undefined) {
    return "json" in source ? source.json : source.document.text(source.node);
  }
  const place: Place = {
    step: parts.step,
    where: ` in items[${index}]`,
    scope: parts.scope.forItem(json, index),
    context: contextOf(parts),
  };
  return readFields(fields, source, place);
}

function listOf({ list, empty_when: proof }: Reading, parts: ReadingParts): readonly Source[] {
  const { document, step } = parts;
  if (typeof list === "object") {
    if (!(document instanceof PageDocument)) throw noDocument(step);
    const nodes = document.select(list.css);
    if (nodes.length === 0 && !isProven(proof, document)) {
      throw executionFault(
        `The answer of step '${step}' has no item (${list.css}), and no sign that the list is empty.`,
      );
    }
    return nodes.map((node) => ({ document, node }));
  }
  if (document instanceof PageDocument) {
    throw executionFault(`Step '${step}' reads a list by a path, but the answer is not JSON.`);
  }
  const { value, complete } = readPath(document, parsePath(list ?? "$") ?? []);
  if (Array.isArray(value) && complete) return value.map((json: unknown) => ({ json }));
  const told = upstreamText(document);
  throw executionFault(
    `The answer of step '${step}' has no list at '${list ?? "$"}'${told === undefined ? "." : `: ${told}`}`,
  );
}

function tableOf({ table = "", empty_when: proof }: Reading, parts: ReadingParts): Source[] {
  const { document, step } = parts;
  if (!(document instanceof PageDocument)) throw noDocument(step);
  const [node] = document.select(table);
  if (node === undefined && !isProven(proof, document)) {
    throw executionFault(
      `The answer of step '${step}' has no table (${table}), and no sign that the list is empty.`,
    );
  }
  return node === undefined ? [] : readTable(document, node).map((json) => ({ json }));
}

function sourceOf(document: unknown): Source {
  return document instanceof PageDocument ? { document, node: 0 } : { json: document };
}

function contextOf({ document, url }: ReadingParts): Place["context"] {
  if (!(document instanceof PageDocument)) return { baseUrl: url, language: undefined };
  return { baseUrl: document.baseUrl, language: document.language };
}

/** Every selector of a reading. */
function selectorsOf({ list, table, fields, empty_when: proof }: Reading): string[] {
  return [
    ...(typeof list === "object" ? [list.css] : []),
    ...(table === undefined ? [] : [table]),
    ...(proof?.css === undefined ? [] : [proof.css]),
    ...Object.values(fields ?? {}).flatMap(selectorsOfField),
  ];
}

function selectorsOfField(field: Field): string[] {
  const { css, first_of: rules = [], fields = {} } = ruleOf(field);
  return [
    ...(css === undefined ? [] : [css]),
    ...rules.flatMap(selectorsOfField),
    ...Object.values(fields).flatMap(selectorsOfField),
  ];
}
