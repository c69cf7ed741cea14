/**
 * Actions on websites as data: a catalog, the right action by plain words, runs whose result is checked
 * by the action's schema, recorded cases, and catalogs of your own.
 *
 * Loads the fetcher, the parser and `zod`; `ajv`, `re2js`, the built-in catalog and a browser on first use.
 *
 * @example
 * ```ts
 * import { createFetcher } from "dragline/fetcher";
 * import { builtInCatalog, createRunner } from "dragline/wire";
 *
 * await using fetcher = createFetcher();
 * const catalog = await builtInCatalog();
 * const [action] = catalog.resolve({ text: "price table of a shopify shop" });
 * if (action !== undefined) {
 *   const result = await createRunner({ fetcher }).run(action, { params: { site: "shop.example" } });
 *   console.log(result.status);
 * }
 * ```
 * @packageDocumentation
 */
export type {
  Action,
  ActionCode,
  ActionInfo,
  CodeAnswer,
  CodeRequest,
  Credential,
} from "./format/action.ts";
export { createRunner, type RunnerOptions } from "./run/create-runner.ts";
export type { RecipeIssue } from "./check/recipe-issue.ts";
export { defineAction, type ActionDefinition } from "./format/define-action.ts";
export type { LoginCall, LoginRefusalCode, LoginResult } from "./run/login.ts";
export type { Pace } from "./run/pace.ts";
export type { ActionQuery, Catalog } from "./discovery/catalog.ts";
export type {
  RunCall,
  RunFailure,
  RunFile,
  Runner,
  RunnerCollaborators,
  RunResult,
} from "./run/runner.ts";
export type { TraceStep } from "./run/login.ts";
export type { LoginWall, RecordedCase, Recipe, Site } from "./format/action-schema.ts";
export type { Parameter } from "./format/parameter-schema.ts";
export { combineCatalogs, createCatalog } from "./discovery/create-catalog.ts";
export {
  loadCatalog,
  type InvalidRecipeDetails,
  type LoadedCatalog,
} from "./catalog-folder/load-catalog.ts";
export { builtInCatalog } from "./catalog-folder/built-in-catalog.ts";
export {
  watchCatalog,
  type WatchCatalogOptions,
  type WatchedCatalog,
} from "./catalog-folder/watch-catalog.ts";
export { testDrift, type DriftResult } from "./cases/test-drift.ts";
export { testCases, type CaseResult, type TestCasesCall } from "./cases/test-cases.ts";
export type { CatalogIssue } from "./catalog-folder/catalog-file.ts";
export { readCsv } from "./reading/csv.ts";
export { readAction } from "./format/read-action.ts";
export { isWireError, WireError } from "./wire-error.ts";
