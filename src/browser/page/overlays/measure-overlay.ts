import type { elementsOf } from "./elements-of.ts";
import type { OverlayWords } from "./overlay-words.ts";
import type { textOf } from "./text-of.ts";

/** What {@link measureOverlay} uses; functions go into a page without what is around them. */
export interface MeasureTools {
  readonly elementsOf: typeof elementsOf;
  readonly textOf: typeof textOf;
}

/** What is said of an element that lies over a page. */
export interface OverlayMeasures {
  /** `over`: fixed, sticky or a modal dialog; `raised`: absolute with a z-index; else `flow`. */
  readonly layer: "over" | "raised" | "flow";
  /** The share of the viewport that it covers, from 0 to 1. */
  readonly cover: number;
  /** Whether it touches the upper or lower edge of the viewport, or all of it. */
  readonly modal: boolean;
  /** Whether its id or class is like those of consent banners. */
  readonly named: boolean;
  /** Characters of its text. */
  readonly length: number;
  /** Words of consent, and how many there are for each hundred words. */
  readonly consentWords: number;
  readonly density: number;
  /** Controls that answer a banner, and controls and links in all. */
  readonly answers: number;
  readonly links: number;
  /** Whether it speaks of a newsletter, and asks for an address. */
  readonly letter: boolean;
  readonly asksMail: boolean;
}

/** Measures an element by its style, place and text. Runs in the page. */
export function measureOverlay(
  tools: MeasureTools,
  element: Element,
  words: OverlayWords,
): OverlayMeasures {
  const style = getComputedStyle(element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const width = Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
  const height = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  const raised = style.position === "absolute" && Number(style.zIndex) >= 1;
  const modal = element.matches(
    "[aria-modal='true'], [role='dialog'], [role='alertdialog'], :modal",
  );
  const over = /^(?:fixed|sticky)$/.test(style.position) || element.matches(":modal");
  const text = tools.textOf(element, 20_000);
  const inner = tools.elementsOf(element, 3000);
  const labelOf = (control: Element): string => {
    const named = control.getAttribute("aria-label") ?? control.getAttribute("title") ?? "";
    const value = control instanceof HTMLInputElement ? control.value : "";
    return (tools.textOf(control, 100) || value || named).trim().toLowerCase();
  };
  const isControl = (inner: Element): boolean =>
    inner.matches("button, a, [role='button'], input[type='button'], input[type='submit']");
  const answers = new RegExp(words.answer, "u");
  const answersIt = (control: Element): boolean => {
    const label = labelOf(control);
    return label.length < 60 && answers.test(label);
  };
  const consentWords = text.match(new RegExp(words.consent, "gu"))?.length ?? 0;
  const names = `${element.id} ${element.getAttribute("class") ?? ""}`.toLowerCase();
  return {
    layer: over ? "over" : raised ? "raised" : "flow",
    cover: (width * height) / Math.max(1, innerWidth * innerHeight),
    modal,
    named: new RegExp(words.name, "u").test(names),
    length: text.length,
    consentWords,
    density: (100 * consentWords) / Math.max(1, text.split(" ").length),
    answers: inner.filter((inner) => isControl(inner) && answersIt(inner)).length,
    links: inner.filter((inner) => inner.matches("a[href]")).length,
    letter: new RegExp(words.letter, "u").test(text),
    asksMail: inner.some((inner) => inner.matches("input[type='email'], input[name*='mail' i]")),
  };
}
