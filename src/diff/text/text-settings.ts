import { checkNumber, withDefaults } from "../../core/index.ts";
import type { TextDiffOptions } from "../text-diff.ts";

/** Options with their defaults. */
export type TextSettings = Required<TextDiffOptions>;

const defaults: TextSettings = Object.freeze({
  budgetMs: 250,
  maxSize: 4_194_304,
  words: true,
  moves: true,
});

/**
 * The options with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeTextOptions(options: TextDiffOptions | undefined): TextSettings {
  const settings = withDefaults<TextSettings>(defaults, options);
  checkNumber("budgetMs", settings.budgetMs, { min: 1, integer: false });
  checkNumber("maxSize", settings.maxSize, { min: 0 });
  return settings;
}
