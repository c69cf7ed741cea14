export {
  buildActions,
  type BuilderCollaborators,
  type BuildFailure,
  type BuildResult,
  type BuildTask,
  type BuiltAction,
} from "./build-actions.ts";
export { BuilderError, isBuilderError } from "./builder-error.ts";
