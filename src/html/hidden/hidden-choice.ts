import { CoreError } from "../../core/index.ts";

/**
 * What becomes of what a page hides from its readers: text that is not displayed, invisible, of no
 * size, off the screen, of the background's colour, or for screen readers alone. `omit` leaves out
 * what the page's own markup and style elements hide; `marked` only what the attribute `hidden`
 * says, as a page has it that a browser wrote; `keep` leaves nothing out.
 */
export const hiddenChoices = Object.freeze(["omit", "marked", "keep"] as const);

/** One of {@link hiddenChoices}. */
export type HiddenChoice = (typeof hiddenChoices)[number];

/**
 * Refuses what is none of {@link hiddenChoices}.
 * @throws CoreError `INVALID_OPTION`
 */
export function checkHidden(value: unknown): void {
  if (hiddenChoices.some((choice) => choice === value)) return;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'hidden' must be omit, marked or keep; got ${JSON.stringify(value)}.`,
    details: { option: "hidden", value },
  });
}
