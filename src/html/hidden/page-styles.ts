import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import { backgroundOf, colourOf, isLost } from "./colour.ts";
import { isAway, isMoving, isSkipped, isUndisplayed, isVeiled } from "./box-hiding.ts";
import { byKey, Cascade } from "./cascade.ts";
import {
  parseDeclarations,
  withoutComments,
  type Declaration,
  type Style,
} from "./declarations.ts";
import { isTiny } from "./length.ts";
import { mediaHolds } from "./media-query.ts";
import { importsSheet, linksSheet } from "./other-sheets.ts";
import { StatedColours } from "./stated-colours.ts";
import { SheetRules, type StyleRule, type StyleSheet } from "./style-sheet.ts";

/** Characters of a page's style elements; where there are more, none is read: a part may mislead. */
const MOST_CSS = 65_536;

/** What the style elements of a page say. */
export interface PageStyles {
  /** Their texts, without comments. */
  readonly sheets: readonly StyleSheet[];
  /** The rules that may hide what they are about, by their keys. */
  readonly hiding: ReadonlyMap<string, readonly StyleRule[]>;
  /** What styles the page besides: sheets of another address, or its own that were not read. */
  readonly others: "none" | "linked" | "unread";
  /** What may be behind letters; undefined where that is not known. */
  readonly colours: StatedColours | undefined;
}

/** Reads the style elements of a page; those in `noscript` are for readers without scripts. */
export function readStyles(tree: Tree): PageStyles {
  const read = readSheets(tree);
  const sheets = read ?? [];
  const others = read === undefined ? "unread" : othersThan(tree, sheets);
  const colours = others === "unread" ? undefined : new StatedColours(tree, sheets);
  const body = (text: string): boolean => HIDES.test(text) || PAINTS.test(text);
  const rules = sheets.length === 0 ? [] : SheetRules.of(sheets).select({ body, key: () => true });
  return { sheets, hiding: byKey(rules.filter((rule) => mayHide(rule, colours))), others, colours };
}

function othersThan(tree: Tree, sheets: readonly StyleSheet[]): "none" | "linked" {
  return linksSheet(tree) || sheets.some(({ css }) => importsSheet(css)) ? "linked" : "none";
}

/** The style elements of a page; undefined where they are too long. */
function readSheets(tree: Tree): StyleSheet[] | undefined {
  const sheets: StyleSheet[] = [];
  let left = MOST_CSS;
  let node = tree.firstOfTag(tagIds.style);
  for (; node !== 0; node = tree.nextOfTag(node)) {
    const text = tree.firstChild(node);
    left -= tree.end(text) - tree.start(text);
    if (left < 0) return undefined;
    if (isElsewhere(tree, node)) continue;
    const holds = mediaHolds(tree.attribute(node, "media") ?? "");
    if (holds === false) continue;
    sheets.push({ css: withoutComments(tree.text(text)), isCertain: holds === true });
  }
  return sheets;
}

/** What all rules say of elements of such keys; of all elements where none are given. */
export function cascadeOf(tree: Tree, { sheets }: PageStyles, keys?: ReadonlySet<string>): Cascade {
  const key = (own: string, body: string): boolean =>
    keys === undefined || keys.has(own) || own.startsWith("[") || OF_OTHERS.test(body);
  const rules = sheets.length === 0 ? [] : SheetRules.of(sheets).select({ body: () => true, key });
  return new Cascade(tree, rules);
}

/** What an element says that is seen in an invisible one, or for what is in it. */
const OF_OTHERS = /visibility\s*:\s*visible|--[\w-]+\s*:/i;

/** Whether a style element does not style the page that a reader sees. */
function isElsewhere(tree: Tree, style: NodeId): boolean {
  const type = tree.attribute(style, "type")?.trim().toLowerCase() ?? "";
  if (type !== "" && type !== "text/css") return true;
  for (let at = tree.parent(style); at !== 0; at = tree.parent(at)) {
    if (tree.tag(at) === tagIds.noscript || tree.tag(at) === tagIds.template) return true;
  }
  return false;
}

/** What a rule must have to hide. */
const HIDES =
  /display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*[:(]\s*\.?0|clip(?:-path)?\s*:|text-indent|font(?:-size)?\s*:\s*[01.](?!\d)|-\s*\d{3}|\d{4}|scale\w*\s*[:(]|matrix\(\s*0|(?:height|width)\s*:\s*[01.](?!\d)|color\s*:\s*(?:transparent|rgba|hsla)|(?:display|visibility|opacity|font-size)\s*:\s*var\(|\\(?!\w+["'])/i;

/** A colour of letters, which may be that of what is behind them. */
const PAINTS = /(?:^|[;\s])color\s*:/i;

/** Whether a rule, and no other with it, may hide what it is about. */
function mayHide(rule: StyleRule, colours: PageStyles["colours"]): boolean {
  if (!rule.isCertain || rule.selector?.holds !== "always") return false;
  return canHide(rule.declarations, colours);
}

/** Judges whether style attributes of a page can hide their elements; remembers, as pages repeat them. */
export function styleJudge(colours: PageStyles["colours"]): (style: string) => boolean {
  const known = new Map<string, boolean>();
  return (style) => {
    let judged = known.get(style);
    if (judged === undefined) {
      const mayHide = HIDES.test(style) || style.includes("/*") || PAINTS.test(style);
      judged = mayHide && canHide(parseDeclarations(style), colours);
      known.set(style, judged);
    }
    return judged;
  };
}

/** Whether declarations, with what others may add, can hide an element. */
function canHide(declarations: readonly Declaration[], colours: PageStyles["colours"]): boolean {
  const style: Style = new Map(declarations.map(({ property, value }) => [property, value]));
  if (ways.some((hides) => hides(style)) || canHideWith(style)) return true;
  // What rules that were not read paint behind is not known.
  if (colours === undefined) return losesItself(style);
  return (
    colours.mayBeLost(style.get("color")) || VARYING.some((name) => isVariable(style.get(name)))
  );
}

/** Whether a style by itself paints its letters in the colour that it paints behind them. */
export function losesItself(style: Style): boolean {
  const colour = colourOf(style.get("color"));
  const background = backgroundOf(style);
  if (colour === undefined || background === undefined || background === null) return false;
  return isLost(colour, background);
}

/** What hides with some values that a variable may have. */
const VARYING = ["display", "visibility", "opacity", "font-size"];

function isVariable(value: string | undefined): boolean {
  return value?.includes("var(") === true;
}

const ways: readonly ((style: Style) => boolean)[] = [
  isUndisplayed,
  (style) => isSkipped(style),
  isVisibilityHidden,
  isVeiled,
  isAway,
  isUnpainted,
  (style) => isTiny(sizeOf(style)),
];

/** Whether a second rule can make it hide: `overflow` here, `height` there. */
function canHideWith(style: Style): boolean {
  const sizes = ["height", "width", "max-height", "max-width"];
  if (style.has("clip") || sizes.some((name) => isTiny(style.get(name)))) return true;
  return ["left", "top"].some((side) => /^-\d{3}/.test(style.get(side) ?? ""));
}

/** Whether the style makes its text, and what inherits it, invisible and leaves room for it. */
export function isVisibilityHidden(style: Style): boolean {
  return /^(?:hidden|collapse)$/.test(style.get("visibility") ?? "");
}

/** Whether text of the style is painted with no colour. */
export function isUnpainted(style: Style): boolean {
  if (style.has("text-shadow") || style.get("background-clip") === "text") return false;
  const fill = colourOf(style.get("text-fill-color") ?? style.get("color"));
  return fill !== undefined && fill[3] <= UNPAINTED && !isMoving(style);
}

const UNPAINTED = 0.02;

/** The size of the letters, as far as it is given. */
export function sizeOf(style: Style): string | undefined {
  return style.get("font-size");
}
