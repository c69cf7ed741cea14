import { CleanAttributes } from "./clean-attributes.ts";
import { escapeText } from "../scan/escape.ts";
import { drawnFormula, isDrawnFormula } from "../formulas/drawn-formula.ts";
import { fenceOf, scriptFormula, type Formula } from "../formulas/formula.ts";
import { tagIds, tagNames, type TagId, type TagName } from "../scan/tags.ts";
import { NodeKind, type NodeId, type Tree } from "../tree/tree.ts";
import { isVoid, lostLineFeed } from "./to-html.ts";
import { UnitWriter, unitsOf } from "../tree/unit-writer.ts";
import type { View } from "../tree/view.ts";
import { checkView } from "./walk.ts";

/**
 * A view as HTML that is safe to show: known elements only, of the attributes those that carry
 * meaning (`href`, `src`, `alt`, `title`, `colspan`, `rowspan`, `start`, `lang`, `dir`,
 * `datetime`, `cite`, sizes, the class of a code block's language), http, https and mailto URLs
 * only and absolute where the page's address is known. An image of which only a
 * placeholder is known is left out. Well-formed; no script, handler, style or form survives.
 * @see {@link cleanPage} for an example
 */
export function toCleanHtml(view: View): string {
  checkView(view);
  const writer = new CleanWriter(view);
  for (const root of view.roots) writer.write(root);
  return writer.finish().trim();
}

/** Elements that are written; of others only what is in them. */
const kept = tagSet(
  "a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li main mark math menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr",
);

/** Elements of which nothing is written, not even what is in them. */
const refused = tagSet(
  "script style template head title meta link base iframe object applet embed frame frameset noembed noframes svg audio video canvas select input textarea button datalist plaintext xmp",
);

function tagSet(names: string): Uint8Array {
  const set = new Uint8Array(tagNames.length);
  for (const name of names.split(" ")) set[tagIds[name as TagName]] = 1;
  return set;
}

/** Elements of MathML that draw; none of them links or runs. */
const MATH = new Set(
  "math mfrac mi mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover mmultiscripts none semantics".split(
    " ",
  ),
);

/** By tag number: `<p`. */
const openings = tagNames.map((name) => unitsOf(`<${name}`));
/** By tag number: `</p>`; empty for what is not written and what has no end. */
const endings = tagNames.map((name, tag) =>
  unitsOf(kept[tag] === 1 && !isVoid(tag) ? `</${name}>` : ""),
);
const TAG_END = unitsOf(">");

class CleanWriter {
  readonly #tree: Tree;
  readonly #dropped: Uint8Array;
  readonly #out: UnitWriter;
  readonly #attributes: CleanAttributes;

  constructor(view: View) {
    this.#tree = view.tree;
    this.#dropped = view.dropped;
    this.#out = new UnitWriter(view.tree);
    this.#attributes = new CleanAttributes(view, this.#out);
  }

  finish(): string {
    return this.#out.finish();
  }

  /** Writes a node and what is below it. A loop of its own, because this is where the time goes. */
  write(root: NodeId): void {
    const tree = this.#tree;
    const dropped = this.#dropped;
    if (dropped[root] === 1) return;
    let node = root;
    for (;;) {
      const inside = dropped[node] === 0 && this.#enter(node) ? tree.firstChild(node) : 0;
      if (inside !== 0) {
        node = inside;
        continue;
      }
      if (dropped[node] === 0) this.#leave(node);
      let next = node === root ? 0 : tree.nextSibling(node);
      while (next === 0) {
        if (node === root) return;
        node = tree.parent(node);
        this.#leave(node);
        next = node === root ? 0 : tree.nextSibling(node);
      }
      node = next;
    }
  }

  #enter(node: NodeId): boolean {
    const tree = this.#tree;
    const kind = tree.kind(node);
    if (kind === NodeKind.text) this.#text(node);
    if (kind !== NodeKind.element) return kind === NodeKind.document;
    const tag = tree.tag(node);
    if (refused[tag] === 1) return this.#isShadowRoot(node, tag) || this.#formula(node, tag);
    if (tree.isForeign(node)) return this.#startMath(node);
    if (kept[tag] === 1) this.#startTag(node, tag);
    return !(tag === tagIds.span || tag === 0) || !this.#writesDrawn(node);
  }

  /** Whether the element is a declarative shadow root, whose content readers see. */
  #isShadowRoot(node: NodeId, tag: TagId): boolean {
    return tag === tagIds.template && this.#tree.attribute(node, "shadowrootmode") !== undefined;
  }

  /** Writes the formula that a script holds for MathJax; nothing of other scripts. */
  #formula(node: NodeId, tag: TagId): false {
    const formula = tag === tagIds.script ? scriptFormula(this.#tree, node) : undefined;
    if (formula !== undefined) this.#fenced(formula);
    return false;
  }

  #fenced(formula: Formula): void {
    const fence = fenceOf(formula);
    this.#out.write(escapeText(fence + formula.text + fence));
  }

  /** Whether a node is a drawn formula, which is then written. */
  #writesDrawn(node: NodeId): boolean {
    if (!isDrawnFormula(this.#tree, node)) return false;
    const formula = drawnFormula(this.#tree, node);
    if (formula !== undefined) this.#fenced(formula);
    return formula !== undefined;
  }

  #text(node: NodeId): void {
    const tree = this.#tree;
    const out = this.#out;
    if (!tree.isRawText(node) && out.copyText(tree.start(node), tree.end(node))) return;
    out.write(escapeText(tree.text(node)));
  }

  #leave(node: NodeId): void {
    const tree = this.#tree;
    const tag = tree.tag(node);
    if (tag !== 0) this.#out.writeUnits(endings[tag] as Uint16Array);
    else if (tree.isForeign(node) && this.#isMath(node)) this.#out.write(`</${tree.name(node)}>`);
  }

  #startMath(node: NodeId): boolean {
    const written = this.#isMath(node);
    if (written) this.#out.write(`<${this.#tree.name(node)}>`);
    return written;
  }

  /** Whether the element draws; where very deep nesting took it out of its formula it does not. */
  #isMath(node: NodeId): boolean {
    const tree = this.#tree;
    const name = tree.name(node);
    return name === "math" || (MATH.has(name) && tree.isForeign(tree.parent(node)));
  }

  #startTag(node: NodeId, tag: TagId): void {
    const out = this.#out;
    const source = tag === tagIds.img ? this.#attributes.imageSource(node) : "";
    if (source === undefined) return;
    out.writeUnits(openings[tag] as Uint16Array);
    if (source !== "") this.#attributes.writeImageSource(source);
    this.#attributes.write(node);
    out.writeUnits(TAG_END);
    const lost = lostLineFeed(this.#tree, node);
    if (lost !== "") out.write(lost);
  }
}
