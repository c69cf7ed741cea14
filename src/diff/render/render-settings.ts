import { checkNumber, withDefaults } from "../../core/index.ts";

/** What is shown around changes, and what the two texts are called. */
export interface DiffViewOptions {
  /**
   * Lines around each change that are shown; 0 or more, `Infinity` for all.
   * @default 3
   */
  readonly context?: number | undefined;
  /**
   * Name of the text before.
   * @default "before"
   */
  readonly beforeLabel?: string | undefined;
  /**
   * Name of the text after.
   * @default "after"
   */
  readonly afterLabel?: string | undefined;
}

/** Options with their defaults. */
export type DiffViewSettings = {
  readonly [Name in keyof DiffViewOptions]-?: NonNullable<DiffViewOptions[Name]>;
};

/** The defaults of what all views have in common. */
export const viewDefaults: DiffViewSettings = Object.freeze({
  context: 3,
  beforeLabel: "before",
  afterLabel: "after",
});

/**
 * The options of a view with their defaults.
 * @throws CoreError `INVALID_OPTION`
 */
export function completeViewOptions<T extends DiffViewSettings>(
  defaults: T,
  options: { readonly [Name in keyof T]?: T[Name] | undefined } | undefined,
): T {
  const settings = withDefaults<T>(defaults, options);
  checkNumber("context", settings.context, { min: 0 });
  return settings;
}
