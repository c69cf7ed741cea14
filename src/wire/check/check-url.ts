import { HostList } from "../run/host-list.ts";
import { soleExpression, type Expression, type Template } from "../run/template.ts";
import { checkText } from "./check-templates.ts";
import type { CheckScope, Issues } from "./recipe-issue.ts";

/** Checks the URL of a request: where its host comes from. */
export function checkUrl(text: string, scope: CheckScope, issues: Issues): void {
  const template = checkText(text, scope, issues);
  if (template === undefined) return;
  const sole = soleExpression(template);
  const [first] = template;
  if (sole !== undefined) checkWhole(sole, scope, issues);
  else if (typeof first === "object") checkSite(first, scope, issues);
  else checkHost(template, scope, issues);
}

function formatOf({ root, path }: Expression, { parameters }: CheckScope): string | undefined {
  const [name] = path;
  if (root !== "params" || typeof name !== "string") return undefined;
  return parameters.get(name)?.format;
}

function checkWhole(expression: Expression, scope: CheckScope, issues: Issues): void {
  if (expression.root === "steps" || expression.root === "item") return;
  const format = formatOf(expression, scope);
  if (format === "url" || format === "site") return;
  issues.add(`A whole URL must be a parameter of the format 'url' or 'site', or of an answer.`);
}

function checkSite(expression: Expression, scope: CheckScope, issues: Issues): void {
  if (formatOf(expression, scope) === "site" && expression.filters.length === 0) return;
  issues.add(`A URL may begin with a parameter of the format 'site' only.`);
}

function checkHost(template: Template, scope: CheckScope, issues: Issues): void {
  const host = hostOf(template);
  if (host === undefined) {
    issues.add("A URL must begin with http:// or https:// and a host.");
    return;
  }
  const { parts } = host;
  if (parts.every((part) => typeof part === "string")) checkConstant(parts.join(""), scope, issues);
  else if (parts.length === 1 && typeof parts[0] === "object") {
    if (formatOf(parts[0], scope) !== "host") {
      issues.add("A host must be constant, or a parameter of the format 'host'.");
    }
  } else checkLabels(parts, scope, issues);
}

function checkConstant(host: string, { hosts }: CheckScope, issues: Issues): void {
  const url = URL.parse(`https://${host}/`);
  if (url === null || url.username !== "" || url.password !== "") {
    issues.add(`'${host}' is not a valid host.`);
  } else if (!new HostList(hosts).has(url)) {
    issues.add(`Host '${url.hostname}' is not among 'hosts' of the site or the action.`);
  }
}

/** A template may be a whole label below a domain that is allowed: `{{params.language}}.example.org`. */
function checkLabels(
  parts: readonly (string | Expression)[],
  { hosts }: CheckScope,
  issues: Issues,
): void {
  const sample = parts.map((part) => (typeof part === "string" ? part : "x")).join("");
  const marks = parts.map((part) => (typeof part === "string" ? part : "\0")).join("");
  const labels = (marks.split(":", 1)[0] ?? "").split(".");
  const url = URL.parse(`https://${sample}/`);
  if (labels.some((label) => label.includes("\0") && label !== "\0")) {
    issues.add("A template in a host must be a whole label of the host.");
  } else if (url === null || !new HostList(hosts).has(url)) {
    issues.add(`Host '${sample}' is not among 'hosts' of the site or the action; add '*.domain'.`);
  }
}

/** The parts of a template that are its host. */
function hostOf(template: Template): { readonly parts: (string | Expression)[] } | undefined {
  const [first, ...rest] = template;
  const scheme = typeof first === "string" ? /^https?:\/\//i.exec(first)?.[0] : undefined;
  if (typeof first !== "string" || scheme === undefined) return undefined;
  const parts: (string | Expression)[] = [];
  for (const part of [first.slice(scheme.length), ...rest]) {
    if (typeof part === "object") {
      parts.push(part);
      continue;
    }
    const end = part.search(/[/?#\\]/);
    const host = end === -1 ? part : part.slice(0, end);
    if (host !== "") parts.push(host);
    if (end !== -1) break;
  }
  return parts.length === 0 ? undefined : { parts };
}
