import type { ElementHandler } from "../element-handler.ts";
import { Gap } from "../flow.ts";

/** `ul`, `menu` and `dir`. */
export const bulletList: ElementHandler = Object.freeze({
  enter({ out }) {
    out.lists.start({ ordered: false });
    return true;
  },
  exit({ out }) {
    out.lists.end();
  },
} satisfies ElementHandler);

/** `ol`. */
export const orderedList: ElementHandler = Object.freeze({
  enter(element) {
    const start = element.attribute("start");
    const number = start === undefined ? 1 : Number.parseInt(start, 10);
    element.out.lists.start({ ordered: true, start: Number.isNaN(number) ? 1 : number });
    return true;
  },
  exit({ out }) {
    out.lists.end();
  },
} satisfies ElementHandler);

/** `li`. */
export const item: ElementHandler = Object.freeze({
  enter(element) {
    const value = element.attribute("value");
    element.out.lists.startItem(value === undefined ? undefined : Number.parseInt(value, 10));
    return true;
  },
  exit({ out }) {
    out.lists.endItem();
  },
} satisfies ElementHandler);

/** `input`: a checkbox at the start of an item makes it a task; others are left out. */
export const input: ElementHandler = Object.freeze({
  enter(element) {
    if (element.attribute("type")?.toLowerCase() === "checkbox") {
      element.out.task(element.attribute("checked") !== undefined);
    }
    return false;
  },
} satisfies ElementHandler);

const termMark = Object.freeze({ kind: "strong", opener: "**", closer: "**", flanking: true });

/** `dt`: a paragraph in strong type. */
export const term: ElementHandler = Object.freeze({
  enter({ out }) {
    out.block(Gap.blank);
    out.open(termMark);
    return true;
  },
  exit({ out }) {
    out.close(termMark.kind);
    out.block(Gap.blank);
  },
} satisfies ElementHandler);
