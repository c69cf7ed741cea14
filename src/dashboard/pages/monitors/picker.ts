import type { MonitorPreview, MonitorPreviewElement } from "../../../client/index.ts";
import { options } from "../../layout/pieces.ts";
import { markup, type Markup } from "../../markup.ts";
import type { ChosenValue } from "./picked-schema.ts";
import { valueNames } from "./value-names.ts";

/** An element, and its number. */
interface Numbered {
  readonly element: MonitorPreviewElement;
  readonly at: number;
  /** A name for its value. */
  readonly name: string;
}

/**
 * A screenshot whose elements can be chosen by pointing, and the same as a list for those who do not
 * point; part of a form.
 */
export function picker(preview: MonitorPreview, chosen: ReadonlyMap<string, ChosenValue>): Markup {
  const { elements, isCut } = preview;
  if (elements.length === 0) {
    return markup`<div class="empty"><p>The page shows no text that could be watched by its place.</p></div>${outOfReach}`;
  }
  const names = valueNames(elements);
  const numbered = elements.map((element, at) => ({ element, at, name: names[at] ?? "" }));
  return markup`<div class="picker" data-picker>
<section aria-label="Screenshot"><p class="quiet">Click a value on the page${isCut && "; what is further down is not on the picture"}.</p>${picture(preview, numbered)}</section>
<section><label>Find in the list <input type="search" data-find-pick></label>
<ul class="lines picks">${numbered.map((each) => pickRow(each, chosen.get(each.element.selector)))}</ul></section></div>${outOfReach}`;
}

/** What the selectors of monitors reach and pointing does not: the page's HTML has it in its place. */
const outOfReach = markup`<p class="quiet">What stands in a frame or in a shadow root cannot be picked here. In a browser it is part of the page's HTML: name its selector in the JSON Schema below.</p>`;

function picture({ screenshot, width, height }: MonitorPreview, elements: Numbered[]): Markup {
  if (screenshot === null) {
    return markup`<div class="empty"><p>The picture of the page is too large to show. Choose from the list.</p></div>`;
  }
  // What is small lies on what is large, so that it can be pointed at.
  const boxes = elements.toSorted((one, other) => area(other) - area(one)).map(box);
  return markup`<div class="scroll pickable"><svg viewBox="0 0 ${width} ${height}" role="group" aria-label="The page"><image href="${screenshot}" width="${width}" height="${height}"/>${boxes}</svg></div>`;
}

function area({ element }: Numbered): number {
  return element.width * element.height;
}

function box({ element: { x, y, width, height, text }, at }: Numbered): Markup {
  return markup`<rect x="${x}" y="${y}" width="${width}" height="${height}" data-box="${at}"><title>${text}</title></rect>`;
}

function pickRow(
  { element, at, name: suggested }: Numbered,
  chosen: ChosenValue | undefined,
): Markup {
  const { selector, text, number, needsBrowser } = element;
  const isNumber = number !== null && /^\D{0,4}[\d.,\s]+\D{0,4}$/.test(text);
  const kind = chosen?.type ?? (isNumber ? "number" : "string");
  const name = chosen?.name ?? suggested;
  const kinds = [
    ["string", "text"],
    ...(number === null ? [] : ([["number", `number (${number})`]] as const)),
  ] as const;
  return markup`<li data-pick="${at}"><label class="check"><input type="checkbox" name="pick" value="${at}"${chosen !== undefined && markup` checked`}> <span>${text}</span></label>
<div class="named row"><label>Name <input name="name-${at}" maxlength="100" value="${name}"></label><label>Read as <select name="kind-${at}">${options(kinds, kind)}</select></label>
<p class="quiet"><code>${selector}</code>${needsBrowser && " · only in a browser"}</p></div>
<input type="hidden" name="selector-${at}" value="${selector}">${needsBrowser && markup`<input type="hidden" name="browser-${at}" value="1">`}</li>`;
}
