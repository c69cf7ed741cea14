import type { ElementHandler } from "./element-handler.ts";
import { block, heading, lineBreak, nothing, paragraph, quote, rule, spaced } from "./blocks.ts";
import { code, codeBlock } from "./code.ts";
import { image } from "./image.ts";
import { embedded, link } from "./links.ts";
import { bulletList, item, orderedList, term } from "./lists.ts";
import { emphasis, plain, quotation, strike, strong, tagged } from "./marks.ts";
import { formulaScript, math } from "./math.ts";
import { reading } from "./ruby.ts";
import { script } from "./scripts.ts";
import { caption, cell, row, rowGroup, table } from "./table.ts";

const blocks =
  "html body address article aside center dd details dialog div dl fieldset figcaption figure footer form header hgroup legend main nav optgroup search section summary";

/**
 * How each element becomes markdown, by name in lower case. Elements without a handler are their
 * content.
 */
export const defaultHandlers: Readonly<Record<string, ElementHandler>> = Object.freeze({
  ...every(blocks, block),
  ...every("head style input", nothing),
  ...every("button label option select textarea", spaced),
  ...every("em i", emphasis),
  ...every("strong b", strong),
  ...every("del s strike", strike),
  ...every("span font", plain),
  ...every("rt rtc", reading),
  ...every("code kbd samp tt", code),
  ...every("pre listing xmp plaintext", codeBlock),
  ...every("ul menu dir", bulletList),
  ...every("td th", cell),
  ...every("thead tbody tfoot", rowGroup),
  ...every("iframe embed frame video audio", embedded),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, heading(level)])),
  ...Object.fromEntries(["ins", "mark", "u"].map((name) => [name, tagged(name)])),
  ...every("sub sup", script),
  p: paragraph,
  blockquote: quote,
  hr: rule,
  br: lineBreak,
  q: quotation,
  ol: orderedList,
  li: item,
  dt: term,
  a: link,
  img: image,
  table,
  tr: row,
  caption,
  math,
  script: formulaScript,
});

function every(names: string, handler: ElementHandler): Record<string, ElementHandler> {
  return Object.fromEntries(names.split(" ").map((name) => [name, handler]));
}
