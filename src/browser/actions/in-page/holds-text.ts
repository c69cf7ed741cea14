import type { findElement } from "./find-element.ts";

/**
 * Whether a field holds a text: just so, in a form that its mask gives it, with other white space, as
 * far as it shows it, or not.
 */
export type Holding = "same" | "formed" | "spaced" | "partly" | "other";

/** What {@link holdsText} calls. */
interface HoldTools extends Record<string, (...args: never[]) => unknown> {
  readonly findElement: typeof findElement;
  readonly editorHolds: typeof editorHolds;
  readonly editorShows: typeof editorShows;
  readonly maskHolds: typeof maskHolds;
}

/** What of a text the control that is asked for holds now. */
export function holdsText(tools: HoldTools, text: string): Holding {
  const asked = tools.findElement(undefined);
  const control = asked instanceof HTMLLabelElement ? asked.control : asked;
  const isField = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  if (!isField)
    return control instanceof HTMLElement ? tools.editorHolds(tools, control, text) : "other";
  if (control.value === text) return "same";
  return control.matches("input:not([type=password])")
    ? tools.maskHolds(control.value, text)
    : "other";
}

/** What of a text an editor shows. */
export function editorHolds(tools: HoldTools, editor: HTMLElement, text: string): Holding {
  // Blocks have other line breaks between them than the text.
  const split = (given: string): string[] => given.split("\n").filter((line) => /\S/.test(line));
  const [shown, given] = [split(editor.innerText), split(text)];
  const plain = (line: string): string => line.replaceAll(/\s+/g, " ").trim();
  const said = given.map(plain);
  if (shown.map(plain).join("\n") !== said.join("\n")) {
    return tools.editorShows(editor, shown.map(plain), said) ? "partly" : "other";
  }
  // Elsewhere white space is shown as one space, whatever it is.
  if (!/^(?:pre|break-spaces)/.test(getComputedStyle(editor).whiteSpace)) return "same";
  const exact = (line: string): string => line.replaceAll("\u00A0", " ").trimEnd();
  return shown.map(exact).join("\n") === given.map(exact).join("\n") ? "same" : "spaced";
}

/** Whether an editor shows some of the lines that it was given, in their order, and has room for the others. */
export function editorShows(
  editor: HTMLElement,
  shown: readonly string[],
  given: readonly string[],
): boolean {
  const missing = given.length - shown.length;
  if (shown.length === 0 || missing <= 0) return false;
  let at = 0;
  const isPart = shown.every((line) => {
    at = given.indexOf(line, at) + 1;
    return at > 0;
  });
  const empty = [...editor.querySelectorAll("*")].filter(({ textContent }) => textContent === "");
  const outer = empty.filter((one) => !empty.some((other) => other !== one && other.contains(one)));
  const room = outer.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
  // A line is so high, in CSS pixels.
  return isPart && room / missing >= 8 && room / missing <= 100;
}

/** What of a text a field with a mask holds, which writes signs of its own. */
export function maskHolds(value: string, text: string): Holding {
  // They are between letters and digits, in place of those of the text or more.
  const signs = /[^\p{L}\p{N}]+/u;
  const plain = (given: string): string => given.split(signs).join("").toLowerCase();
  if (plain(text) !== plain(value) || (plain(text) === "" && text !== "")) return "other";
  const breaks = (given: string): Set<number> => {
    let at = 0;
    return new Set(
      given
        .split(signs)
        .slice(0, -1)
        .map((part) => (at += part.length)),
    );
  };
  const has = breaks(value);
  return [...breaks(text)].every((place) => has.has(place)) ? "formed" : "other";
}
