import type { ZodType } from "zod";
import { ServiceError } from "../base/service-error.ts";
import { describeIssue, fieldName, type Issue } from "./describe-issue.ts";
import type { ErrorFamily } from "./route.ts";

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
  throw new ServiceError("INVALID_REQUEST", { message: messageOf(issues[0]), details: extra });
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
  const text = field === "" ? issue.message : `${field}: ${issue.message}`;
  return text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;
}
