import type { findElement } from "./find-element.ts";
import type { hitAt } from "./hit-at.ts";
import type { Point } from "./points-of.ts";

/** What is remembered of the text that is being selected. */
interface RangeSlot {
  draglineRange?: Range | undefined;
}

/** What {@link findText} calls. */
interface TextTools extends Record<string, (...args: never[]) => unknown> {
  readonly findElement: typeof findElement;
  readonly foldedText: typeof foldedText;
  readonly hitAt: typeof hitAt;
  readonly rangeOf: typeof rangeOf;
  readonly selectInField: typeof selectInField;
}

/**
 * Where the mouse would have to be dragged to select a text, none where it is selected already; or
 * why it cannot be.
 */
type FoundText = { readonly ends: readonly Point[] } | { readonly fault: string };

/** Finds a text in the element that is asked for, and scrolls it into view; in a field it is selected. */
export function findText(tools: TextTools, wanted: string): FoundText {
  const slot = globalThis as RangeSlot;
  const asked = tools.findElement(undefined);
  slot.draglineRange = undefined;
  if (asked === null) return { fault: "gone" };
  if (asked instanceof HTMLInputElement || asked instanceof HTMLTextAreaElement) {
    return tools.selectInField(asked, wanted);
  }
  const range = tools.rangeOf(tools, asked, wanted);
  if (range === undefined) return { fault: "text not found" };
  slot.draglineRange = range;
  range.startContainer.parentElement?.scrollIntoView({ block: "nearest", behavior: "instant" });
  getSelection()?.removeAllRanges();
  const boxes = [...range.getClientRects()].filter(({ width, height }) => width * height > 0);
  const [first, last] = [boxes[0], boxes.at(-1)];
  if (first === undefined || last === undefined) return { fault: "not visible" };
  const ends: Point[] = [
    [first.left + 0.5, first.top + first.height / 2],
    [last.right - 0.5, last.top + last.height / 2],
  ];
  const isClear = ends.every(([x, y]) => asked.contains(tools.hitAt(x, y)));
  // What is dragged itself selects nothing.
  const isDragged = asked.closest("a[href], [draggable=true], button") !== null;
  return { ends: isClear && !isDragged ? ends : [] };
}

/** Selects a text in a field; all of it where its kind lets no part be selected. */
export function selectInField(
  field: HTMLInputElement | HTMLTextAreaElement,
  wanted: string,
): FoundText {
  const from = field.value.indexOf(wanted);
  if (from === -1) return { fault: "text not found" };
  field.focus();
  field.select();
  if (wanted === "" || wanted === field.value) return { ends: [] };
  if (field.selectionStart === null) return { fault: "only the whole text can be selected" };
  field.setSelectionRange(from, from + wanted.length);
  return { ends: [] };
}

/** The range of a text in an element, whatever its white space; of all of it when it is empty. */
export function rangeOf(
  tools: Pick<TextTools, "foldedText">,
  element: Element,
  wanted: string,
): Range | undefined {
  const { text, places } = tools.foldedText(element);
  const said = wanted.replaceAll(/\s+/g, " ").trim();
  const from = said === "" ? 0 : text.indexOf(said);
  const length = said === "" ? text.trimEnd().length : said.length;
  const [first, last] = [places[from], places[from + length - 1]];
  if (from === -1 || first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return range;
}

/** The text in an element that is shown, with its white space folded, and where each character is. */
export function foldedText(element: Element): {
  readonly text: string;
  readonly places: readonly { readonly node: Text; readonly offset: number }[];
} {
  let text = "";
  const places: { node: Text; offset: number }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const own = node as Text;
    if (own.parentElement?.checkVisibility() !== true) continue;
    for (let offset = 0; offset < own.data.length; offset += 1) {
      const sign = own.data.charAt(offset);
      const isSpace = /\s/.test(sign);
      if (isSpace && (text === "" || text.endsWith(" "))) continue;
      text += isSpace ? " " : sign;
      places.push({ node: own, offset });
    }
  }
  return { text, places };
}

/** Selects the text that was found where the mouse did not; tells whether it is selected now. */
export function keepSelection(): boolean {
  const range = (globalThis as RangeSlot).draglineRange;
  const selection = getSelection();
  // In a field there is no range.
  if (range === undefined) return true;
  if (selection === null) return false;
  const plain = (text: string): string => text.replaceAll(/\s+/g, " ").trim();
  const wanted = plain(range.toString());
  if (plain(selection.toString()) === wanted) return true;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  return plain(selection.toString()) === wanted;
}
