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
export { isWireError, WireError } from "./wire-error.ts";
