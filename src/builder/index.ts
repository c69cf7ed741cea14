/**
 * Actions of a website built from a goal in words: a model does it once in a browser, the traffic shows
 * how it is done without one, and each action is proved before you get it.
 *
 * Loads what `dragline/agent` and `dragline/wire` load.
 *
 * @example
 * ```ts
 * import { buildActions } from "dragline/builder";
 * import { createFetcher } from "dragline/fetcher";
 *
 * await using fetcher = createFetcher();
 * const task = { websiteUrl: "https://shop.example/", goal: "the prices of all lamps" };
 * const { actions, error } = await buildActions({ fetcher }, task);
 * console.log(actions.length, error);
 * ```
 * @packageDocumentation
 */
export { buildActions, type BuildFailure, type BuildResult } from "./build-actions.ts";
export type { BuilderCollaborators, BuildTask } from "./build-without-model.ts";
export type { BuiltAction } from "./action-drafter.ts";
export { BuilderError, isBuilderError } from "./builder-error.ts";
