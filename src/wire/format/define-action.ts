import { checkArgument } from "../../core/index.ts";
import type { Action, ActionCode, ActionInfo } from "./action.ts";
import { checkParameters } from "../check/check-parameters.ts";
import { Issues } from "../check/recipe-issue.ts";
import { compileSchema } from "../check/check-output.ts";
import { actionSchema, siteSchema } from "./action-schema.ts";
import { WireError } from "../wire-error.ts";

/** An action of a host's own, as code in place of steps. */
export interface ActionDefinition
  extends
    Pick<ActionInfo, "action_id" | "name" | "description" | "type">,
    Partial<Omit<ActionInfo, "action_id" | "name" | "description" | "type" | "parameters">> {
  /** As `site.json` of a catalog; its `hosts` are those that the code may talk to. */
  readonly site: Parameters<typeof siteSchema.parse>[0];
  /** As `parameters` of a recipe. @default [] */
  readonly parameters?: readonly unknown[];
  /** The account that alone sees it; all when absent. */
  readonly owner?: string;
  /** What it does; see {@link ActionCode}. */
  readonly run: ActionCode["run"];
}

/**
 * Makes an action of code. It runs as recipes do: parameters checked before, within the hosts of its
 * site and at its pace, under the deadline, its result checked by `output_schema`.
 * @throws WireError `INVALID_RECIPE` with what is wrong with the definition
 * @example
 * const action = defineAction({
 *   site,
 *   action_id: "intranet.get_user",
 *   name: "Get a user",
 *   description: "Reads one user of the directory.",
 *   type: "read",
 *   run: async (params, { fetch }) =>
 *     JSON.parse((await fetch({ url: `https://directory.example/users/${params.id}` })).text),
 * });
 */
export function defineAction(definition: ActionDefinition): Action {
  checkArgument("definition of defineAction(definition)", definition, "object");
  const { site: given, owner, run, parameters = [], ...info } = definition;
  const site = siteSchema.safeParse(given);
  if (!site.success) throw invalid(info.action_id, site.error.issues);
  const day = { created: site.data.created, updated: site.data.updated };
  // Steps are what it has not: one that is never run stands for them.
  const form = {
    format: 1,
    ...day,
    output: null,
    output_schema: {},
    ...info,
    parameters,
    steps: STEPS,
  };
  const recipe = actionSchema.safeParse(form);
  if (!recipe.success) throw invalid(info.action_id, recipe.error.issues);
  const issues = new Issues();
  checkParameters(recipe.data.parameters, issues.at("parameters"));
  issues.at("output_schema").try(() => compileSchema(recipe.data.output_schema));
  if (issues.found.length > 0) throw invalid(info.action_id, issues.found);
  const { steps: _, ...known } = recipe.data;
  return { info: known, site: site.data, owner, body: { run } };
}

const STEPS = [{ kind: "assert", that: "", exists: true, message: "-" }];

function invalid(
  id: string,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): WireError {
  const told = issues.map(({ path, message }) => `${path.map(String).join(".")}: ${message}`);
  return new WireError("INVALID_RECIPE", {
    message: `Action '${id}' does not match the format: ${told.join("; ")}`,
    details: {},
  });
}
