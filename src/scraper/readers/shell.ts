import { NodeKind, select, tagIds, type NodeId, type Tree } from "../../html/index.ts";
import { framesOf } from "../../html/internal.ts";
import type { EngineReason } from "../scrape-result.ts";
import type { PageReading, Reading } from "./read-page.ts";

/** A shell has less visible text than this: a heading and a notice, but no article. */
const LONGEST_SHELL = 600;
/** Without any other sign, a page with scripts and less text than this is a shell. */
const BARE = 60;

/** Elements that frameworks fill, as their starters name them. */
const ROOTS =
  "#root, #app, #__next, #__nuxt, #___gatsby, #svelte, #react-root, #app-root, #q-app, #application, app-root, [ng-app], [data-reactroot]";

/** Elements whose text nobody sees while a page loads. */
const SILENT: ReadonlySet<number> = new Set([
  tagIds.script,
  tagIds.style,
  tagIds.noscript,
  tagIds.svg,
  tagIds.template,
]);

const NOTICE =
  /(?:enable|activate|turn on|requires?|needs?|without|allow) (?:\w+ ){0,2}java ?script|java ?script (?:is |must be |has to be |to be )?(?:\w+ )?(?:disabled|required|enabled|turned on|not available|unavailable)|javascript (?:aktivieren|einschalten|deaktiviert)|activer (?:le )?javascript|(?:activ|habilit)ar? javascript/i;

/** The source is searched this far; a shell is small. */
const SEARCHED = 400_000;

/**
 * Why a page that came by HTTP needs a browser: a challenge that a browser may pass, or a shell that
 * scripts have yet to fill. Undefined for a page that is there.
 */
export function shellReason({ reading, failure }: PageReading): EngineReason | undefined {
  if (failure?.code === "BLOCKED") return "challenge";
  if (failure !== undefined || reading?.kind !== "html") return undefined;
  return emptiness(reading);
}

function emptiness({ page, whole: { tree }, textLength }: Reading): EngineReason | undefined {
  // What a frameset shows is in its frames.
  if (textLength >= LONGEST_SHELL || framesOf(tree).length > 0) return undefined;
  if (tree.firstOfTag(tagIds.script) === 0) return undefined;
  if (select(tree, ROOTS).some((root) => isEmpty(tree, root))) return "empty-root";
  if (NOTICE.test(page.text.slice(0, SEARCHED))) return "noscript-notice";
  return textLength < BARE ? "no-text" : undefined;
}

/** Whether an element shows no word: nothing is in it, or a spinner. */
function isEmpty(tree: Tree, element: NodeId): boolean {
  const waiting = [tree.firstChild(element)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === 0) continue;
    if (tree.kind(node) === NodeKind.text && !tree.isBlankText(node)) return false;
    waiting.push(tree.nextSibling(node));
    if (!SILENT.has(tree.tag(node))) waiting.push(tree.firstChild(node));
  }
  return true;
}
