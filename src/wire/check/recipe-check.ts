import { checkLoginRecipe } from "./check-login.ts";
import { checkCss } from "./check-reading.ts";
import { checkParameters } from "./check-parameters.ts";
import { checkCondition, checkSteps } from "./check-steps.ts";
import { checkText, checkValue } from "./check-templates.ts";
import { Issues, type CheckScope, type RecipeIssue } from "./recipe-issue.ts";
import { compileSchema } from "./check-output.ts";
import type { LoginWall, Recipe, Site } from "../format/action-schema.ts";
import type { Parameter } from "../format/parameter-schema.ts";

/**
 * What is wrong with a recipe that the format alone does not say: templates that read what is not
 * there, hosts outside the list, paths, selectors and patterns that are none, parameters whose examples
 * they would refuse. Empty when nothing is. Paths are in the JSON of the action's file.
 */
export function checkRecipe(recipe: Recipe, site: Site): readonly RecipeIssue[] {
  const issues = new Issues();
  if (!recipe.action_id.startsWith(`${site.slug}.`)) {
    issues.at("action_id").add(`The id must begin with '${site.slug}.'.`);
  }
  if (recipe.auth_mode !== "none" && site.auth_types.length === 0) {
    issues.at("auth_mode").add("The site supports no login: it has no 'auth_types'.");
  }
  checkParameters(recipe.parameters, issues.at("parameters"));
  checkWall(recipe.login_wall, issues.at("login_wall"));
  const hosts = [...site.hosts, ...recipe.hosts];
  const credential = recipe.auth_mode !== "none";
  const start = scopeOf(recipe.parameters, { hosts, credential });
  const scope = checkSteps(recipe.steps, {
    scope: start,
    issues: issues.at("steps"),
    document: "none",
  });
  for (const [index, assertion] of recipe.assertions.entries()) {
    checkCondition(assertion, scope, issues.at("assertions", index));
    checkText(assertion.message, scope, issues.at("assertions", index, "message"));
  }
  checkValue(recipe.output, scope, issues.at("output"));
  issues.at("output_schema").try(() => compileSchema(recipe.output_schema));
  return issues.found;
}

/**
 * The same of a site. Its probe may read the parameters that all of its actions have, which are given.
 * @param parameters of the actions
 */
export function checkSite(site: Site, parameters: readonly Parameter[]): readonly RecipeIssue[] {
  const issues = new Issues();
  checkParameters(site.login_input, issues.at("login_input"));
  checkWall(site.login_wall, issues.at("login_wall"));
  const parts = { hosts: site.hosts, credential: true };
  const scope = scopeOf(parameters, parts);
  checkLoginRecipe(site, scopeOf(site.login_input, parts), issues.at("login"));
  const own = checkSteps(site.auth?.steps ?? [], {
    scope,
    issues: issues.at("auth", "steps"),
    document: "none",
  });
  const { headers = {}, query = {} } = site.auth ?? {};
  for (const [name, value] of Object.entries(headers)) {
    checkText(value, own, issues.at("auth", "headers", name));
  }
  for (const [name, value] of Object.entries(query)) {
    checkText(value, own, issues.at("auth", "query", name));
  }
  if (site.probe === undefined) return issues.found;
  const place = issues.at("probe", "steps");
  const behind = checkSteps(site.probe.steps, { scope, issues: place, document: "none" });
  checkText(site.probe.message, behind, issues.at("probe", "message"));
  return issues.found;
}

function scopeOf(
  parameters: readonly Parameter[],
  parts: Pick<CheckScope, "hosts" | "credential">,
): CheckScope {
  const known = new Map(parameters.map((each) => [each.name, each]));
  return { ...parts, parameters: known, steps: new Map(), item: false };
}

function checkWall(wall: LoginWall | undefined, issues: Issues): void {
  if (wall?.css !== undefined) checkCss(wall.css, issues.at("css"));
}
