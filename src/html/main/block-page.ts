import { listBlocks } from "./blocks.ts";
import { markByRules } from "./main-rules.ts";
import type { Measures } from "../view/measures.ts";
import { collectFacts, nodeText } from "../facts/page-facts.ts";
import type { PageKind } from "../facts/page-kind.ts";
import type { BlockPage } from "./content-anchors.ts";
import { readSurroundings } from "./surroundings.ts";
import type { Tree } from "../tree/tree.ts";
import type { View } from "../tree/view.ts";

/** What is known of a page before it is taken apart. */
export interface PageViews {
  /** All that a reader may see. */
  readonly whole: Measures;
  /** The page without what is certainly no content. */
  readonly clean: View;
  readonly cleanMeasures: Measures;
  readonly kind: PageKind;
}

/** Takes a page apart into blocks. */
export function readBlocks(views: PageViews): BlockPage {
  const { whole: measures, clean, kind } = views;
  const { tree, dropped } = clean;
  const around = readSurroundings(tree, measures);
  const byRules = markByRules({ tree, dropped, measures: views.cleanMeasures, kind });
  return {
    tree,
    measures,
    around,
    blocks: listBlocks(tree, measures, around),
    kind,
    byRules,
    titles: titlesOf(tree),
  };
}

function titlesOf(tree: Tree): string[] {
  const facts = collectFacts(tree);
  const title = facts.title === 0 ? "" : nodeText(tree, facts.title);
  const shared = facts.metas.get("og:title")?.content ?? "";
  return [title, shared].filter((text) => text !== "").map((text) => text.toLowerCase());
}
