import { tagIds, type NodeId, type Tree } from "../../../html/index.ts";
import { imageReferences } from "../../../html/internal.ts";
import { stableClasses } from "./stable-classes.ts";
import { stableUrl } from "./stable-url.ts";
import { isGeneratedId, isRandomName, isVolatileValue } from "./volatile-value.ts";

/** Attributes that say something to a reader, or about what a reader sees. */
const KEPT: ReadonlySet<string> = new Set(
  "abbr align alt checked colspan content datetime dir disabled headers height hidden high itemprop itemscope itemtype label lang low max media min open optimum placeholder property readonly rel required reversed role rowspan scope selected shadowrootmode start summary target title type width".split(
    " ",
  ),
);

/** What scripts and labels find elements by. */
const IDS: ReadonlySet<string> = new Set(["id", "for"]);

/** References to pages. */
const LINKS: ReadonlySet<string> = new Set(["href", "cite", "action", "formaction"]);

/** References to files. */
const ASSETS: ReadonlySet<string> = new Set(["src", "poster", "data", "data-src"]);

/** Names of attributes for scripts and loaders, which change with the site's software. */
const TECHNICAL =
  /^(?:on|js|ng-|_ng|v-|x-|hx-|wire:|[@:#*[(]|data-(?:v-|react|n-|ng|hydrat|astro|turbo|time|ts$|testid|test-|cy$|gtm|ga-|analytics|track|ad-|sizes|src|lazy|original|hi-res|full-src)|aria-(?:controls|describedby|labelledby|owns|activedescendant)$)|nonce|csrf|token|session|integrity/;

const DROPPED: ReadonlySet<string> = new Set(
  "crossorigin referrerpolicy loading decoding fetchpriority sizes srcset ping autocomplete tabindex slot is part xmlns imagesizes imagesrcset".split(
    " ",
  ),
);

/** Attributes that count by being there, however they are written (WHATWG HTML 2.3.2). */
const BOOLEAN: ReadonlySet<string> = new Set(
  "allowfullscreen async autofocus autoplay checked controls default defer disabled formnovalidate inert ismap itemscope loop multiple muted nomodule novalidate open playsinline readonly required reversed selected".split(
    " ",
  ),
);

/** What of a style says whether anything is shown. */
const HIDING = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Longer values of attributes that no reader sees are state of scripts. */
const LONGEST = 200;

/** An attribute and its value. */
export type Attribute = readonly [name: string, value: string];

/** What stays of a value; undefined when the attribute goes. */
type Rule = (value: string) => string | undefined;

/**
 * What stays of the attributes of a page's elements. A page says the same names and classes over and
 * over, so each is judged once.
 */
export class StableAttributes {
  readonly #tree: Tree;
  readonly #rules = new Map<string, Rule>();
  readonly #classes = new Map<string, string>();

  constructor(tree: Tree) {
    this.#tree = tree;
    this.#rules.set("class", (value) => this.#classesOf(value) || undefined);
  }

  /** Those of an element, sorted by name. */
  of(node: NodeId): Attribute[] {
    const tree = this.#tree;
    const isImage = tree.tag(node) === tagIds.img;
    const attributes = isImage ? withOwnSource(tree, node) : tree.attributes(node);
    const found: Attribute[] = [];
    for (const [name, value] of attributes) {
      const stable = this.#ruleOf(name)(value);
      if (stable !== undefined) found.push([name, stable]);
    }
    return found.length < 2 ? found : found.toSorted(([a], [b]) => (a < b ? -1 : 1));
  }

  #ruleOf(name: string): Rule {
    let rule = this.#rules.get(name);
    if (rule === undefined) {
      rule = ruleOf(name);
      this.#rules.set(name, rule);
    }
    return rule;
  }

  #classesOf(value: string): string {
    let classes = this.#classes.get(value);
    if (classes === undefined) {
      classes = stableClasses(value);
      this.#classes.set(value, classes);
    }
    return classes;
  }
}

const leftOut: Rule = () => undefined;
const link: Rule = (value) => stableUrl(value, "link");
const asset: Rule = (value) => stableUrl(value, "asset");
const bare: Rule = () => "";
const hiding: Rule = (value) => (HIDING.test(value) ? "display:none" : undefined);
const unless =
  (isVolatile: (value: string) => boolean): Rule =>
  (value) =>
    value.length > LONGEST || isVolatile(value) ? undefined : fold(value);
const id = unless(isGeneratedId);
const named = unless(isRandomName);
const other = unless(isVolatileValue);

/** The rule for an attribute that is no class. */
function ruleOf(name: string): Rule {
  // Names that the parser takes and no markup could write again.
  if (/["'<>=/\s]/.test(name)) return leftOut;
  if (LINKS.has(name)) return link;
  if (ASSETS.has(name)) return asset;
  if (BOOLEAN.has(name)) return KEPT.has(name) ? bare : leftOut;
  if (KEPT.has(name)) return fold;
  if (name === "style") return hiding;
  if (DROPPED.has(name) || TECHNICAL.test(name)) return leftOut;
  if (IDS.has(name)) return id;
  return name === "name" ? named : other;
}

function fold(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

/** The attributes of an image, the picture that it means as its source. */
function withOwnSource(tree: Tree, image: NodeId): Attribute[] {
  const others = tree.attributes(image).filter(([name]) => name !== "src" && name !== "data-src");
  let inline: Attribute | undefined;
  for (const reference of imageReferences(tree, image)) {
    if (!/^\s*data:/i.test(reference)) return [...others, ["src", reference]];
    // That there is a picture counts, and none of its bytes.
    inline ??= ["src", reference.replace(/,[^]*/, ",").trim()];
  }
  return inline === undefined ? others : [...others, inline];
}
