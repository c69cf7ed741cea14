import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { NodeKind, parse, tagIds, walk, wholePage } from "dragline/html";
import { isBlock } from "../../../src/html/tree/text-block.ts";

/** Markdown as HTML, by a reader that nobody here wrote. HTML in the markdown shows as text. */
export function render(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
}

/** The same by CommonMark alone. */
export function renderCommonMark(markdown: string): string {
  return micromark(markdown);
}

/** What a page says: its text without any white space. */
export function lettersOf(html: string): string {
  return textOf(html).replaceAll(" ", "");
}

/** The visible text of a page, white space folded, blocks apart. */
export function textOf(html: string): string {
  const view = wholePage(parse(html));
  const { tree } = view;
  let text = "";
  const edge = (node: number): void => {
    const tag = tree.tag(node);
    if (isBlock(tag) || tag === tagIds.br || tag === tagIds.td) text += " ";
  };
  walk(view, {
    enter(node) {
      if (tree.kind(node) === NodeKind.text) text += tree.text(node);
      else edge(node);
      return true;
    },
    leave: edge,
  });
  return text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
