import { readNumber } from "../../../extractor/index.ts";
import {
  nodeText,
  selectLists,
  toText,
  type NodeId,
  type Tree,
  type View,
} from "../../../html/index.ts";
import type { Json } from "../../../storage/index.ts";
import { stableUrl } from "../canonical/stable-url.ts";
import type { FieldRule } from "../field-rule.ts";

/** The values of fields, and which of them are not on the page. */
interface ReadFields {
  readonly values: Readonly<Record<string, Json>>;
  readonly missing: readonly string[];
  /** The first text that should be a number and has none. */
  readonly unread: UnreadText | undefined;
}

/** A field's text that is no number. */
interface UnreadText {
  readonly name: string;
  readonly text: string;
}

/** A page whose fields are read. */
interface FieldPage {
  readonly view: View;
  /** Whether all of the page is meant: what is in its head too. */
  readonly isWhole: boolean;
  /** What is left out of it, by selectors. */
  readonly remove: readonly string[];
}

/**
 * The values of fields on a page: text with its white space folded, an attribute (addresses
 * absolute, without sessions and tracking), or a number. A field whose element or attribute is not
 * there is null and missing; one that is a list is never missing; text that is no number is told.
 */
export function readFields(
  page: FieldPage,
  fields: Readonly<Record<string, FieldRule>>,
): ReadFields {
  const { tree } = page.view;
  const names = Object.keys(fields);
  const rules = Object.values(fields).map(longRule);
  const place = {
    tree,
    isWhole: page.isWhole,
    tops: new Set(page.view.roots),
    removed: new Set(selectLists(tree, page.remove).flat()),
  };
  const lists = selectLists(
    tree,
    rules.map(({ selector }) => selector),
  );
  const missing: string[] = [];
  let unread: UnreadText | undefined;
  const values = rules.map((rule, index) => {
    const name = names[index] as string;
    const shown = (lists[index] ?? []).filter((node) => isMeant(place, node));
    const texts = textsOf(page.view, shown, rule);
    const read = texts.map((text) => valueOf(text, rule));
    const wrong = texts[read.indexOf(null)];
    if (wrong !== undefined) unread ??= { name, text: wrong };
    if (rule.all === true) return [name, read] as const;
    if (read.length === 0) missing.push(name);
    return [name, read[0] ?? null] as const;
  });
  return { values: Object.fromEntries(values), missing, unread };
}

type LongRule = Exclude<FieldRule, string>;

function longRule(rule: FieldRule): LongRule {
  return typeof rule === "string" ? { selector: rule } : rule;
}

/** Of the first element, or of all; those that do not have the attribute say nothing. */
function textsOf(view: View, nodes: readonly NodeId[], { attribute, all }: LongRule): string[] {
  const counted = all === true ? nodes : nodes.slice(0, 1);
  if (attribute === undefined) return counted.map((node) => textOf(view, node));
  const name = attribute.toLowerCase();
  return counted.flatMap((node) => {
    const value = view.tree.attribute(node, name);
    if (value === undefined) return [];
    return [ADDRESSES.has(name) ? addressOf(view, value) : fold(value)];
  });
}

const ADDRESSES: ReadonlySet<string> = new Set(["href", "src", "action", "poster"]);

function addressOf({ baseUrl }: View, reference: string): string {
  const url = stableUrl(reference, "link");
  return URL.parse(url, baseUrl)?.href ?? url;
}

/** The text as it is shown, blocks and cells apart; of what is not shown (a title) what it says. */
function textOf(view: View, node: NodeId): string {
  return fold(toText({ ...view, roots: [node] })) || nodeText(view.tree, node);
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function valueOf(text: string, { as }: LongRule): Json {
  return as === "number" ? readNumber(text) : text;
}

/** Where values are looked for. */
interface Place {
  readonly tree: Tree;
  readonly isWhole: boolean;
  readonly tops: ReadonlySet<NodeId>;
  readonly removed: ReadonlySet<NodeId>;
}

function isMeant({ tree, isWhole, tops, removed }: Place, node: NodeId): boolean {
  let isInside = isWhole;
  for (let at = node; at !== 0; at = tree.parent(at)) {
    if (removed.has(at)) return false;
    isInside ||= tops.has(at);
  }
  return isInside;
}
