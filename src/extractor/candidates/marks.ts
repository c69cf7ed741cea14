import { NodeKind, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import { readName, type Name } from "../schema/names.ts";
import type { PageText } from "./page-text.ts";
import { DATA_ATTRIBUTE, type Candidate } from "./candidate.ts";
import { ratingsIn } from "./kinds.ts";

/** Attributes whose words say what an element holds. */
const NAMING = new Set([
  "class",
  "id",
  "itemprop",
  "property",
  "data-testid",
  "data-test-id",
  "data-test",
  "data-qa",
  "data-cy",
  "data-field",
  "data-name",
  "data-hook",
  "data-role",
  "data-automation",
  "data-automation-id",
]);

/** Attributes that say in words what an element is, for those who do not see it. */
const SPOKEN = new Set(["aria-label", "title", "alt"]);

/** Names of one element that are looked at, and characters of one. */
const MOST_NAMES = 16;
const LONGEST_NAME = 80;

/** Characters of an attribute that is a value. */
const LONGEST_VALUE = 2000;

/** Words of what carries a value rather than of the value. */
const CARRIERS =
  /^(?:product|item|page|card|detail|main|content|js|entry|article|list|listing|job|posting|event|recipe|property|post|field|value|text|box|block|wrapper|wrap|container|row|col|column|section|single|current|el|component|module|widget|view|data|meta|info|ui|c|m|o|u|l|is|has|the|hero|body|inner|outer|area|panel|summary|offer|profile|person|paper|result|tile|teaser|thread|topic|cell|td)$/;

/** Last words of what names a value rather than holds it, or acts on it. */
const NO_VALUE =
  /^(?:label|icon|caption|btn|button|tooltip|placeholder|hint|toggle|input|form|filter|sort|nav|menu|tab|tabs|popup|modal|ad|banner|skeleton|selector|select|picker|search|key|term|dt|heading|header|btn-group)$/;

/** Class names that say how an element looks: `text-lg`, `md:flex`, `size-4`. */
const UTILITY =
  /[:[\]/]|-(?:\d[\d.]*|xs|sm|md|lg|x+l|\dxl|full|auto|none|left|right|top|bottom|center|bold|medium|semibold|\d+%)$|^(?:text|bg|border|flex|grid|font|items|justify|col|row|gap|space|rounded|shadow|overflow|w|h|[mp][trblxy]?|fa|icon|glyphicon|wp|hidden|visible|sr|is|has)-/;

/** Words that classes of a look begin with: `color-accent`, `material-icons`. */
const LOOK =
  /^(?:colou?r|background|text|font|border|size|width|height|weight|align|position|display|order|line|material|state|theme|rating-stars?)$/;

/** What a build adds to the name of a class: `price__3xYzQ`, `css-1a2b3c`. */
const HASH = /(?:^|[_-]+)(?=[A-Za-z0-9]*\d)(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{4,12}$/;

/**
 * What elements are called by their classes, ids and other attributes of authors and programs, and
 * what attributes hold: `data-price="19.99"`, `aria-label="Rating: 4.5"`.
 * @param isWanted whether a name is of interest; asked once for each name
 */
export function markCandidates(text: PageText, isWanted: (name: Name) => boolean): Candidate[] {
  const reader = new MarkReader(text, isWanted);
  for (const node of text.elements) reader.read(node);
  return reader.found;
}

class MarkReader {
  readonly found: Candidate[] = [];
  readonly #text: PageText;
  readonly #tree: Tree;
  readonly #isWanted: (name: Name) => boolean;
  /** Names by how they are written; undefined for those that nobody wants. */
  readonly #names = new Map<string, Name | undefined>();

  constructor(text: PageText, isWanted: (name: Name) => boolean) {
    this.#text = text;
    this.#tree = text.tree;
    this.#isWanted = isWanted;
  }

  read(node: NodeId): void {
    const { attributeTable } = this.#tree;
    let at = this.#tree.firstAttribute(node);
    for (; at !== 0; at = attributeTable.next(at)) {
      const name = attributeTable.name(at);
      if (NAMING.has(name)) this.#called(node, attributeTable.value(at));
      else if (SPOKEN.has(name)) this.#spoken(node, attributeTable.value(at));
      else if (name.startsWith("data-")) this.#held(node, name.slice(5), attributeTable.value(at));
    }
  }

  /** An element whose names say what it holds. */
  #called(node: NodeId, names: string): void {
    for (const written of names.split(/\s+/, MOST_NAMES)) {
      const name = this.#name(written, () => classWords(written));
      if (name === undefined) continue;
      const isOfRecord = CARRIERS.test(written);
      this.#put(name, this.#valueOf(node), { node, source: "class", isOfRecord });
    }
  }

  /** An attribute that is a value by itself. */
  #held(node: NodeId, called: string, value: string): void {
    const text = value.trim();
    if (text === "" || text.length > LONGEST_VALUE || /^[{[]/.test(text)) return;
    const name = this.#name(`data-${called}`, () => called);
    if (name === undefined) return;
    const place = DATA_ATTRIBUTE;
    this.found.push({ name, source: "attribute", value: text, node, place });
  }

  /** `Rating: 4.5 of 5` on an element, or the label of an icon before its value. */
  #spoken(node: NodeId, spoken: string): void {
    const label = spoken.trim();
    if (label === "" || label.length > LONGEST_VALUE) return;
    const [from, to] = this.#text.range(node);
    const split = /^([^:：]{1,60})[:：]\s*(\S.*)$/su.exec(label);
    if (split !== null) {
      const name = this.#name(split[1] as string, () => split[1] as string);
      if (name !== undefined) {
        this.#put(name, split[2] as string, { node, source: "attribute" });
      }
    }
    for (const each of ratingsIn(label)) {
      this.found.push({ ...each, source: "attribute", node, place: "" });
    }
    const name = this.#name(label, () => label);
    if (name === undefined) return;
    if (from < to) this.#put(name, this.#text.value(node), { node, source: "label" });
    else this.#behind(name, node);
  }

  /** What stands behind an element without text: the value of an icon. */
  #behind(name: Name, icon: NodeId): void {
    const next = this.#tree.nextSibling(icon);
    const parent = this.#tree.parent(icon);
    const holder = next === 0 || this.#isEmpty(next) ? parent : next;
    const node = this.#tree.kind(holder) === NodeKind.text ? parent : holder;
    const value = this.#text.value(holder);
    if (value !== "") this.#put(name, value, { node, source: "label" });
  }

  #isEmpty(node: NodeId): boolean {
    const [from, to] = this.#text.range(node);
    return from === to;
  }

  #name(written: string, words: () => string): Name | undefined {
    if (written.length > LONGEST_NAME) return undefined;
    if (this.#names.has(written)) return this.#names.get(written);
    const read = readName(words());
    const name = read !== undefined && this.#isWanted(read) ? read : undefined;
    this.#names.set(written, name);
    return name;
  }

  /** What an element holds: its text, or the attribute that is its value. */
  #valueOf(node: NodeId): string {
    const stated = statedValue(this.#tree, node);
    return stated ?? this.#text.value(node);
  }

  #put(name: Name, value: string, found: Mark): void {
    const isFilled = value !== "" || isMedia(this.#tree, found.node);
    if (isFilled) this.found.push({ ...found, name, value, place: "" });
  }
}

type Mark = Pick<Candidate, "node" | "source" | "isOfRecord">;

/** The attribute that is an element's value; undefined where its text is. */
function statedValue(tree: Tree, node: NodeId): string | undefined {
  switch (tree.tag(node)) {
    case tagIds.data:
    case tagIds.meter:
    case tagIds.progress:
    case tagIds.input:
      return tree.attribute(node, "value");
    case tagIds.meta:
      return tree.attribute(node, "content");
    default:
      return tree.attribute(node, "itemprop") === undefined
        ? undefined
        : tree.attribute(node, "content");
  }
}

function isMedia(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  return tag === tagIds.img || tag === tagIds.a || tag === tagIds.picture;
}

/** The words of a class that say what an element holds; empty for none. */
function classWords(written: string): string {
  if (UTILITY.test(written)) return "";
  // Of a block and its element, the element says more, unless it only carries.
  const [block = "", element = ""] = written.replace(HASH, "").split("__", 2);
  const words = wordsOf(element);
  const telling = words.filter((word) => !CARRIERS.test(word));
  const own = telling.length > 0 ? words : wordsOf(block);
  if (own.length > 1 && (NO_VALUE.test(own.at(-1) as string) || LOOK.test(own[0] as string))) {
    return "";
  }
  const kept = own.filter((word) => !CARRIERS.test(word));
  return (kept.length === 0 ? own : kept).join(" ");
}

/** Words of a class before what modifies it. */
function wordsOf(written: string): string[] {
  const [bare = ""] = written.split("--", 1);
  const words = bare.split(/[_-]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== "");
  return words.map((word) => word.toLowerCase());
}
