import { tagIds } from "../scan/tags.ts";
import type { NodeId, Tree } from "../tree/tree.ts";
import { mediaHolds } from "./media-query.ts";

/** Whether a page has the address of a style sheet that changes what its readers see. */
export function linksSheet(tree: Tree): boolean {
  let node = tree.firstOfTag(tagIds.link);
  // Those without scripts too: scripts load the same sheets late.
  for (; node !== 0; node = tree.nextOfTag(node)) if (isSheet(tree, node)) return true;
  return false;
}

/** Whether a style element, its comments left out, takes in a sheet of another address. */
export function importsSheet(css: string): boolean {
  for (const [, address = ""] of css.matchAll(IMPORT)) if (!FONTS.test(address)) return true;
  return false;
}

const IMPORT = /@import\s+(?:url\(\s*)?["']?\s*([^"')\s;]{1,500})/gi;

/** Sheets that only name fonts. */
const FONTS = /^(?:https?:)?\/\/(?:fonts\.(?:googleapis|bunny)\.|use\.typekit\.)/i;

function isSheet(tree: Tree, link: NodeId): boolean {
  const says = (name: string): string => tree.attribute(link, name)?.trim().toLowerCase() ?? "";
  const isLate = says("onload") !== "";
  const rel = says("rel").split(/\s+/);
  const isWanted = rel.includes("stylesheet") && !rel.includes("alternate");
  if (!isWanted && !(isLate && rel.includes("preload") && says("as") === "style")) return false;
  if (tree.attribute(link, "disabled") !== undefined || !/^(?:text\/css)?$/.test(says("type")))
    return false;
  const href = says("href");
  // What is for print until it is loaded is for the screen then.
  return href !== "" && !FONTS.test(href) && (isLate || mediaHolds(says("media")) !== false);
}

/**
 * Whether a linked sheet may well paint behind an element: bars, buttons, headings over pictures and
 * what is named as such. Sites write light letters for these on their pages themselves.
 */
export function isPaintedElsewhere(tree: Tree, node: NodeId): boolean {
  const tag = tree.tag(node);
  const isPage = tag === tagIds.html || tag === tagIds.body;
  if (PAINTED.has(tag)) return true;
  const names = isPage ? PAGE : ["class", "id"];
  const sign = isPage ? DARK : NAMES;
  return names.some((name) => sign.test(tree.attribute(node, name) ?? ""));
}

const PAINTED = new Set<number>([
  tagIds.a,
  tagIds.button,
  tagIds.footer,
  tagIds.header,
  tagIds.nav,
  tagIds.h1,
  tagIds.h2,
  tagIds.h3,
  tagIds.h4,
  tagIds.h5,
  tagIds.h6,
]);

const PAGE = ["class", "id", "data-theme", "data-bs-theme", "data-color-mode", "data-mode"];

const DARK = /(?:^|[\s_-])(?:dark|black|night)/i;

const NAMES =
  /footer|header|banner|button|carousel|slide|hero|navbar|navigation|overlay|caption|lazy|dark|black|inverse|background|avatar|badge|tooltip|popup|modal|promo|ribbon|jumbotron|masthead|(?:^|[\s_-])(?:active|bg|btn|current|cta|call-to-action|cover|foot|label|menu|nav|optin|pill|selected|shadow|tab|tag|top-?bar)(?:[\s_-]|$)/i;
