export type {
  Action,
  ActionCode,
  ActionInfo,
  CodeAnswer,
  CodeRequest,
  Credential,
} from "./action.ts";
export { createRunner, type RunnerOptions } from "./create-runner.ts";
export { checkRecipe, checkSite } from "./recipe-check.ts";
export type { RecipeIssue } from "./check/recipe-issue.ts";
export { defineAction, type ActionDefinition } from "./define-action.ts";
export type { LoginCall, LoginRefusalCode, LoginResult } from "./login.ts";
export type { Pace } from "./pace.ts";
export type { ActionQuery, Catalog } from "./catalog.ts";
export type {
  RunCall,
  RunFailure,
  RunFile,
  Runner,
  RunnerCollaborators,
  RunResult,
  TraceStep,
} from "./runner.ts";
export type { LoginWall, RecordedCase, Recipe, Site } from "./format/action-schema.ts";
export type { Parameter } from "./format/parameter-schema.ts";
export { fitsIntent } from "./discovery/action-index.ts";
export { combineCatalogs, createCatalog } from "./create-catalog.ts";
export { actionUuid, catalogUuid } from "./name-ids.ts";
export {
  loadCatalog,
  type InvalidRecipeDetails,
  type LoadedCatalog,
} from "./catalog-folder/load-catalog.ts";
export { builtInCatalog, bundleOf, type CatalogBundle } from "./catalog-folder/built-in-catalog.ts";
export {
  watchCatalog,
  type WatchCatalogOptions,
  type WatchedCatalog,
} from "./catalog-folder/watch-catalog.ts";
export { socketlessFetcher } from "./cases/play-case.ts";
export { Replay } from "./cases/replay.ts";
export { testDrift, type DriftResult } from "./cases/test-drift.ts";
export { testCases, type CaseResult, type TestCasesCall } from "./cases/test-cases.ts";
export type { CatalogIssue } from "./catalog-folder/catalog-file.ts";
export { readCsv } from "./reading/csv.ts";
export { readAction } from "./read-action.ts";
export { isWireError, WireError } from "./wire-error.ts";
