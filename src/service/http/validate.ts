import type { ZodType } from "zod";
import { nearestName } from "../../core/index.ts";
import { ServiceError } from "../base/service-error.ts";
import { describeIssue, fieldName, type Issue } from "./describe-issue.ts";
import type { ErrorFamily } from "./route.ts";
import { unknownFields } from "./unknown-fields.ts";

/** Names that are looked at for one that was misspelt. */
const MOST_NAMES = 20;
/** Characters of a message, whatever the input. */
const LONGEST_MESSAGE = 300;

/**
 * The input as the schema reads it.
 * @throws ServiceError `INVALID_REQUEST` with the first thing that is wrong; its `missing_fields`
 *   are reported in the nested shape only
 */
export function validate(schema: ZodType, input: object, family: ErrorFamily): unknown {
  const result = schema.safeParse(input, { error: describeIssue });
  if (result.success) return result.data;
  const { issues } = result.error;
  const missing = issues
    .filter((issue) => isMissing(issue, input))
    .map(({ path }) => fieldName(path));
  const extra = family === "nested" ? { extra: { missing_fields: [...new Set(missing)] } } : {};
  const [first] = issues;
  const hint =
    first !== undefined && isMissing(first, input) ? misspelt(schema, input, missing[0]) : "";
  const message = cut(`${messageOf(first)}${hint}`);
  throw new ServiceError("INVALID_REQUEST", { message, details: extra });
}

function isMissing({ path }: Issue & { path: readonly PropertyKey[] }, input: object): boolean {
  const [name] = path;
  return path.length === 1 && name !== undefined && Reflect.get(input, name) === undefined;
}

function messageOf(
  issue: (Required<Pick<Issue, "path">> & { message: string }) | undefined,
): string {
  if (issue === undefined) return "The request is not valid.";
  const field = fieldName(issue.path ?? []);
  return field === "" ? issue.message : `${field}: ${issue.message}`;
}

/** Of a field that lacks: the one in its place that nobody knows. */
function misspelt(schema: ZodType, input: object, missing = ""): string {
  const near = unknownFields(schema, input)
    .slice(0, MOST_NAMES)
    .find((name) => nearestName(name, [missing]) !== undefined);
  return near === undefined ? "" : `; got '${fieldName([near])}', did you mean '${missing}'?`;
}

function cut(text: string): string {
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
}
