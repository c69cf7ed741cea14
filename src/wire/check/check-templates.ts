import { isPlainObject } from "../run/json-path.ts";
import {
  parseTemplate,
  referencesOf,
  soleExpression,
  type Expression,
  type Reference,
  type Template,
} from "../run/template.ts";
import type { CheckScope, Issues } from "./recipe-issue.ts";

/** Checks a text with templates; gives it parsed when it can be. */
export function checkText(text: string, scope: CheckScope, issues: Issues): Template | undefined {
  const template = issues.try(() => parseTemplate(text));
  for (const reference of referencesOf(template ?? [])) {
    const problem = problemOf(reference, scope);
    if (problem !== undefined) issues.add(problem);
  }
  return template;
}

/** Checks JSON whose strings may hold templates. */
export function checkValue(json: unknown, scope: CheckScope, issues: Issues): void {
  if (typeof json === "string") checkText(json, scope, issues);
  else if (Array.isArray(json)) {
    for (const [index, item] of json.entries()) checkValue(item, scope, issues.at(index));
  } else if (isPlainObject(json)) {
    for (const [name, each] of Object.entries(json)) checkValue(each, scope, issues.at(name));
  }
}

/** Checks a text that must be one template and nothing else. */
export function checkSole(text: string, scope: CheckScope, issues: Issues): Expression | undefined {
  const template = checkText(text, scope, issues);
  const sole = template === undefined ? undefined : soleExpression(template);
  if (template !== undefined && sole === undefined) {
    issues.add(`Expected one template such as {{steps.x.items}}; got ${JSON.stringify(text)}.`);
  }
  return sole;
}

/** Without a path the template means all parameters. */
function parameterProblem(
  name: Reference["path"][number] | undefined,
  source: string,
  { parameters }: CheckScope,
): string | undefined {
  if (name === undefined) return undefined;
  if (typeof name !== "string") return `'${source}' must name a parameter.`;
  return parameters.has(name) ? undefined : `There is no parameter '${name}'.`;
}

function problemOf({ root, path, source }: Reference, scope: CheckScope): string | undefined {
  const [first, second] = path;
  switch (root) {
    case "params":
      return parameterProblem(first, source, scope);
    case "steps":
      return typeof first === "string"
        ? stepProblem(first, second, scope)
        : `'${source}' must name a step.`;
    case "item":
    case "index":
      return scope.item
        ? undefined
        : `There is no '${root}' here: it exists only in a step that loops over a list.`;
    case "credential":
      if (typeof first !== "string") return `'${source}' must name a member of the credential.`;
      return scope.credential
        ? undefined
        : "The action uses the credential, but its 'auth_mode' is 'none'.";
    default:
      return undefined;
  }
}

function stepProblem(id: string, member: unknown, { steps }: CheckScope): string | undefined {
  const step = steps.get(id);
  if (step === undefined) return `There is no step '${id}' before this one.`;
  const { members } = step;
  if (members === undefined || typeof member !== "string" || members.includes(member)) {
    return undefined;
  }
  return `Step '${id}' has no '${member}'; its members are ${members.join(", ")}.`;
}
