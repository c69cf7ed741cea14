/**
 * Differences of texts, JSON and sets within a budget of time and size; patches, and renderings for
 * terminals and browsers.
 *
 * Loads no package; a thread where `createDiffer` is used.
 *
 * @example
 * ```ts
 * import { diffText, toUnified } from "dragline/diff";
 *
 * const before = "High water 06:12\n";
 * console.log(toUnified(before, diffText(before, "High water 06:31\n")));
 * ```
 * @packageDocumentation
 */
export { applyJson } from "./apply-json.ts";
export { applyText } from "./apply-text.ts";
export { createDiffer, type DifferCollaborators } from "./create-differ.ts";
export { DiffError, isDiffError } from "./diff-error.ts";
export { diffJson } from "./diff-json.ts";
export { diffSets } from "./diff-sets.ts";
export { diffText } from "./diff-text.ts";
export type { DiffCall, Differ, DifferOptions } from "./differ.ts";
export type { JsonChange, JsonDiff, JsonDiffOptions, PatchOperation } from "./json-diff.ts";
export { selectPaths } from "./select-paths.ts";
export type { SetDiff } from "./set-diff.ts";
export type { TextChange, TextDiff, TextDiffOptions, TextStats, WordChange } from "./text-diff.ts";
export type { DiffViewOptions } from "./render/render-settings.ts";
export { toSideBySideHtml, type HtmlViewOptions } from "./render/to-side-by-side-html.ts";
export { toTerminal, type TerminalViewOptions } from "./render/to-terminal.ts";
export { toUnified } from "./render/to-unified.ts";
