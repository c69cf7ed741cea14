import type { NodeId } from "../../html/index.ts";
import { FilterFault, shownValue } from "../filters/filter.ts";
import type { Field, FieldRule } from "../format/step-schema.ts";
import { EVERY, parsePath, readPath } from "../run/json-path.ts";
import { findFirst, LONGEST_SEARCHED } from "../../core/index.ts";
import { lacksAnswer, renderValue } from "../run/render.ts";
import { executionFault, type RunFault } from "../run/run-fault.ts";
import type { Scope } from "../run/scope.ts";
import { parseFilters } from "../run/template.ts";
import type { PageDocument } from "./page-document.ts";
import { convertValue, type ValueContext } from "./value-type.ts";

/** What a field is read from: JSON, or an element of a document. */
export type Source =
  | { readonly json: unknown }
  | { readonly document: PageDocument; readonly node: NodeId };

/** Where a reading is. */
export interface Place {
  /** The id of the step. */
  readonly step: string;
  /** ` in items[3]`, or nothing. */
  readonly where: string;
  readonly scope: Scope;
  readonly context: ValueContext;
}

/** There is no such value. */
const MISSING = Symbol("missing");

/** The rule of a field that may be a path alone. */
export function ruleOf(field: Field): FieldRule {
  if (typeof field !== "string") return field;
  const optional = field.endsWith("?");
  return { path: optional ? field.slice(0, -1) : field, type: "any", optional };
}

/**
 * An object by rules.
 * @throws RunFault for a field that is missing or of another type
 */
export function readFields(
  fields: Readonly<Record<string, Field>>,
  source: Source,
  place: Place,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      readField(name, { field, source, place }),
    ]),
  );
}

interface FieldParts {
  readonly field: Field;
  readonly source: Source;
  readonly place: Place;
}

function readField(name: string, { field, source, place }: FieldParts): unknown {
  const rule = ruleOf(field);
  const value = new FieldReader(name, source, place).read(rule);
  if (value !== MISSING) return value;
  if (rule.default !== undefined) return rule.default;
  if (rule.optional) return null;
  throw executionFault(`The answer of step '${place.step}' has no '${name}'${place.where}.`);
}

class FieldReader {
  readonly #name: string;
  readonly #source: Source;
  readonly #place: Place;

  constructor(name: string, source: Source, place: Place) {
    this.#name = name;
    this.#source = source;
    this.#place = place;
  }

  /** The value of a rule, or that there is none. */
  read(rule: FieldRule): unknown {
    if (rule.fields !== undefined) return this.#nested(rule, rule.fields);
    const found = this.#found(rule);
    if (found === MISSING || !isList(rule) || !Array.isArray(found)) {
      return this.#finished(found, rule);
    }
    const items = found.map((item: unknown) =>
      this.#finished(item, { ...rule, filters: undefined }),
    );
    return this.#filtered(
      items.filter((item) => item !== MISSING),
      rule,
    );
  }

  #found(rule: FieldRule): unknown {
    if (rule.first_of !== undefined) return this.#firstOf(rule.first_of);
    if (rule.value !== undefined) return this.#made(rule.value);
    if ("json" in this.#source) return this.#inJson(this.#source.json, rule);
    const { document, node } = this.#source;
    if (rule.json_ld !== undefined) return this.#inThings(document, rule);
    if (rule.path !== undefined) throw this.#fault("is read by a path, but the answer is not JSON");
    if (rule.css === undefined) return elementValue(document, node, rule);
    const nodes = document.select(rule.css, node);
    const values = (rule.all === true ? nodes : nodes.slice(0, 1))
      .map((each) => elementValue(document, each, rule))
      .filter((value) => value !== MISSING);
    return rule.all === true ? (values.length === 0 ? MISSING : values) : (values[0] ?? MISSING);
  }

  /** A value of a template; one that alone reads what is not there is missing. */
  #made(value: FieldRule["value"]): unknown {
    const { scope } = this.#place;
    const made = renderValue(value, scope);
    return made === null && lacksAnswer(value, scope) ? MISSING : made;
  }

  #firstOf(rules: readonly Field[]): unknown {
    let found: unknown = MISSING;
    for (const each of rules) {
      const value = this.read(ruleOf(each));
      if (value === MISSING) continue;
      if (value !== null && value !== "") return value;
      found = null;
    }
    return found;
  }

  #inJson(json: unknown, rule: FieldRule): unknown {
    if (rule.css !== undefined) throw this.#fault("is read by a selector, but the answer is JSON");
    if (rule.path === undefined) return json;
    const { value, complete } = readPath(json, parsePath(rule.path) ?? []);
    if (value === undefined || (!complete && !rule.optional)) return MISSING;
    if (rule.all === true && value !== null && !Array.isArray(value)) {
      throw this.#fault(`should be a list; got ${shownValue(value)}`);
    }
    return value;
  }

  #inThings(document: PageDocument, rule: FieldRule): unknown {
    const path = rule.path === undefined ? [] : (parsePath(rule.path) ?? []);
    const values = document.things
      .filter((thing) => isOfType(thing, rule.json_ld))
      .map((thing) => readPath(thing, path).value)
      .filter((value) => value !== undefined);
    if (rule.all === true) return values.length === 0 ? MISSING : values;
    return values.length === 0 ? MISSING : values[0];
  }

  #nested(rule: FieldRule, fields: Readonly<Record<string, Field>>): unknown {
    const { path, css, json_ld: thing } = rule;
    const bare: FieldRule = { path, css, json_ld: thing, type: "any", optional: rule.optional };
    const sources = this.#sourcesOf({ ...bare, all: rule.list === true });
    if (sources === MISSING || sources === null) return sources;
    const place = (index: number): Place => ({
      ...this.#place,
      where: `${this.#place.where === "" ? " in " : `${this.#place.where}.`}${this.#name}${
        rule.list === true ? `[${index}]` : ""
      }`,
    });
    const objects = sources.map((source, index) => readFields(fields, source, place(index)));
    return rule.list === true ? objects : (objects[0] ?? MISSING);
  }

  /** What the inner fields of a rule are read from. */
  #sourcesOf(rule: FieldRule): readonly Source[] | null | typeof MISSING {
    if ("document" in this.#source) {
      if (rule.css !== undefined) return elementsOf(this.#source, rule.css, rule);
      if (rule.json_ld === undefined) return [this.#source];
    }
    const found = this.#found(rule);
    if (found === MISSING || found === null) return found;
    const items: readonly unknown[] = rule.all === true && Array.isArray(found) ? found : [found];
    return items.map((json) => ({ json }));
  }

  /** One value by the rule's pattern, type and filters. */
  #finished(found: unknown, rule: FieldRule): unknown {
    if (found === MISSING || found === null) return found;
    const matched = rule.pattern === undefined ? found : this.#matched(found, rule.pattern);
    if (matched === MISSING) return MISSING;
    if (matched === "" && rule.optional && isRead(rule.type)) return MISSING;
    const value = convertValue(matched, rule.type, this.#contextOf(rule));
    if (value === undefined) {
      throw this.#fault(`cannot be read as ${rule.type}: ${shownValue(matched)}`);
    }
    return this.#filtered(value, rule);
  }

  /** In XML what is relative goes by the element that it is read from. */
  #contextOf({ css, all }: FieldRule): ValueContext {
    const { context } = this.#place;
    if (!("document" in this.#source) || this.#source.document.kind === "html") return context;
    const { document, node } = this.#source;
    const [first = node] = css === undefined || all === true ? [] : document.select(css, node);
    return { ...context, baseUrl: document.baseUrlAt(first) };
  }

  #matched(found: unknown, pattern: string): unknown {
    const text = typeof found === "number" ? String(found) : found;
    if (typeof text !== "string")
      throw this.#fault(`must be a string to match its pattern: ${shownValue(found)}`);
    if (text.length > LONGEST_SEARCHED) throw this.#fault("is too long for its pattern");
    return findFirst(pattern, text) ?? MISSING;
  }

  #filtered(value: unknown, { filters }: FieldRule): unknown {
    if (filters === undefined) return value;
    let filtered = value;
    for (const { name, filter, args } of parseFilters(filters)) {
      if (filtered === null && filter.takesNull !== true) continue;
      try {
        const literals = args.map((arg) => ("json" in arg ? arg.json : null));
        filtered = filter.apply(filtered, literals) ?? null;
      } catch (error) {
        if (error instanceof FilterFault)
          throw this.#fault(`does not fit filter '${name}', which ${error.message}`);
        throw error;
      }
    }
    return filtered;
  }

  #fault(problem: string): RunFault {
    const { step, where } = this.#place;
    return executionFault(`Field '${this.#name}'${where} of step '${step}' ${problem}.`);
  }
}

function elementsOf(
  { document, node }: Extract<Source, { readonly node: NodeId }>,
  css: string,
  { all, optional }: FieldRule,
): readonly Source[] | typeof MISSING {
  const nodes = document.select(css, node);
  if (nodes.length === 0) return all === true && optional ? [] : MISSING;
  return (all === true ? nodes : nodes.slice(0, 1)).map((each) => ({ document, node: each }));
}

/** Whether a thing of linked data is of a type, its vocabulary aside. */
function isOfType(thing: Readonly<Record<string, unknown>>, wanted: string | undefined): boolean {
  const types: readonly unknown[] = [thing["@type"]].flat();
  return types.some((type) => typeof type === "string" && type.replace(/^.*[/:]/, "") === wanted);
}

/** Whether the rule gives a list by itself. */
function isList({ all, path }: FieldRule): boolean {
  return all === true || (path !== undefined && (parsePath(path)?.includes(EVERY) ?? false));
}

/** Whether an empty text of a type says that there is no value. */
function isRead(type: FieldRule["type"]): boolean {
  return !["string", "text", "html", "markdown"].includes(type);
}

function elementValue(document: PageDocument, node: NodeId, rule: FieldRule): unknown {
  if (rule.attribute !== undefined) {
    return document.tree.attribute(node, rule.attribute.toLowerCase()) ?? MISSING;
  }
  // What is made of HTML is made of it once: text that was taken out of it may look like it.
  return ["html", "markdown", "text"].includes(rule.type)
    ? document.html(node)
    : document.text(node);
}
