import type { Condition } from "../format/condition-schema.ts";
import type {
  EachStep,
  ExtractStep,
  FileStep,
  NextPage,
  PaginateStep,
  Step,
} from "../format/step-schema.ts";
import { checkCss, checkPath, checkPattern, checkReading } from "./check-reading.ts";
import { checkRequest, documentOf } from "./check-request.ts";
import { checkSole, checkText, checkValue } from "./check-templates.ts";
import { checkUrl } from "./check-url.ts";
import type { CheckScope, DocumentKind, Issues, KnownStep } from "./recipe-issue.ts";

/** Steps, and what is known where they begin. */
interface StepsCheck {
  readonly scope: CheckScope;
  readonly issues: Issues;
  /** What the last step before was answered. */
  readonly document: DocumentKind;
}

/** Checks steps in their order; gives what may be read behind them. */
export function checkSteps(
  steps: readonly Step[],
  { scope: before, issues, document: first }: StepsCheck,
): CheckScope {
  let document = first;
  const known = new Map(before.steps);
  const scope = { ...before, steps: known };
  for (const [index, step] of steps.entries()) {
    const place = issues.at(index);
    if (step.kind !== "assert" && step.when !== undefined) {
      checkCondition(step.when, scope, place.at("when"));
    }
    if (step.id !== undefined && known.has(step.id)) {
      place.at("id").add(`An earlier step also has the id '${step.id}'.`);
    }
    const result = checkStep(step, { scope, issues: place, document });
    if (result.document !== "none") ({ document } = result);
    if (step.id !== undefined) known.set(step.id, result);
  }
  return scope;
}

/** Checks a condition. */
export function checkCondition(condition: Condition, scope: CheckScope, issues: Issues): void {
  const { that, equals, not_equals: unequal, matches, ...rest } = condition;
  checkText(that, scope, issues.at("that"));
  if (equals !== undefined) checkValue(equals, scope, issues.at("equals"));
  if (unequal !== undefined) checkValue(unequal, scope, issues.at("not_equals"));
  checkPattern(matches, issues.at("matches"));
  const { exists, min, max, min_items: least, max_items: most, type } = rest;
  const parts = [equals, unequal, matches, exists, min, max, least, most, type];
  if (parts.every((part) => part === undefined))
    issues.add("A condition must say what it expects.");
}

const answerMembers = ["status", "url", "headers", "body"] as const;

function checkStep(step: Step, check: StepsCheck): KnownStep {
  const { scope, issues } = check;
  switch (step.kind) {
    case "request":
      checkRequest(step, { id: step.id, scope, issues });
      return { members: answerMembers, document: documentOf(step.type) };
    case "page":
      checkRequest(step, { id: step.id, scope, issues });
      return { members: ["status", "url", "page"], document: "markup" };
    case "browser":
      checkUrl(step.url, scope, issues.at("url"));
      checkValue(step.actions, scope, issues.at("actions"));
      return { members: ["url", "page", "captures"], document: "markup" };
    case "extract":
      return checkExtract(step, check);
    case "paginate":
      return checkPaginate(step, scope, issues);
    case "file":
      return checkFile(step, scope, issues);
    case "each":
      return checkEach(step, check);
    default:
      checkCondition(step, scope, issues);
      checkText(step.message, scope, issues.at("message"));
      return { members: [], document: "none" };
  }
}

function checkExtract(step: ExtractStep, { scope, issues, document }: StepsCheck): KnownStep {
  const kind = step.from === undefined ? document : sourceKind(step.from, scope, issues);
  if (kind === "none") issues.add("There is no earlier answer to read; set 'from'.");
  checkReading(step, { scope, kind, issues });
  const isList = step.list !== undefined || step.table !== undefined;
  const members = isList ? ["items", "has_more"] : Object.keys(step.fields ?? {});
  return { members, document: "none" };
}

function sourceKind(from: string, scope: CheckScope, issues: Issues): DocumentKind {
  const sole = checkSole(from, scope, issues.at("from"));
  if (sole === undefined) return "unknown";
  const [id, member, ...deeper] = sole?.path ?? [];
  if (sole.root !== "steps" || typeof id !== "string" || sole.filters.length > 0) return "json";
  const { document = "unknown" } = scope.steps.get(id) ?? {};
  const isWhole = (member === "body" || member === "page") && deeper.length === 0;
  return isWhole ? document : "json";
}

function checkPaginate(step: PaginateStep, scope: CheckScope, issues: Issues): KnownStep {
  const { id, request, read, next, limit, page_size: size } = step;
  checkRequest(request, { id, scope, issues: issues.at("request") });
  const kind = documentOf(request.type);
  checkReading(read, { scope, kind, issues: issues.at("read") });
  if (read.list === undefined && read.table === undefined) {
    issues.at("read").add("A paginated step needs 'list' or 'table'.");
  }
  checkNext(next, kind, issues.at("next"));
  if (typeof limit === "string") checkSole(limit, scope, issues.at("limit"));
  if (typeof size === "string") checkSole(size, scope, issues.at("page_size"));
  return { members: ["items", "pages", "has_more", "first"], document: "none" };
}

function checkNext(next: NextPage, kind: DocumentKind, issues: Issues): void {
  if ("link_css" in next) checkCss(next.link_css, issues.at("link_css"));
  if ("link" in next) checkPath(next.link, issues.at("link"));
  if (("link" in next || "cursor" in next) && kind === "markup") {
    issues.add("HTML and XML have no paths; find the next page by 'link_css' or a number.");
  }
  if ("link_css" in next && kind === "json") issues.add("JSON has no elements to select.");
  if (!("cursor" in next)) return;
  checkPath(next.cursor, issues.at("cursor"));
  if ((next.query === undefined) === (next.json === undefined)) {
    issues.add("A cursor must be sent as a member of 'query' or 'json'.");
  }
  if (next.json !== undefined) checkPath(next.json, issues.at("json"));
}

function checkFile(step: FileStep, scope: CheckScope, issues: Issues): KnownStep {
  const { id, name, request, content } = step;
  checkText(name, scope, issues.at("name"));
  if ((request === undefined) === (content === undefined)) {
    issues.add("A file needs either 'request' or 'content'.");
  }
  if (request !== undefined) checkRequest(request, { id, scope, issues: issues.at("request") });
  if (content !== undefined) checkValue(content, scope, issues.at("content"));
  return { members: ["name", "content_type", "size_bytes"], document: "none" };
}

function checkEach(step: EachStep, { scope, issues, document }: StepsCheck): KnownStep {
  checkSole(step.in, scope, issues.at("in"));
  const inside = { scope: { ...scope, item: true }, issues: issues.at("steps"), document };
  const behind = checkSteps(step.steps, inside);
  checkValue(step.output, behind, issues.at("output"));
  return { members: ["items", "has_more"], document: "none" };
}
