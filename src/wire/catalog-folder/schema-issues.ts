import type { z } from "zod";
import type { LocatedJson, TextIssue } from "./locate-json.ts";
import { nearestName } from "../../core/index.ts";

/** A value that fits, or what is wrong with it. */
type Checked<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly value?: undefined; readonly issues: readonly TextIssue[] };

type Issue = z.core.$ZodIssue;

/** Checks JSON by a schema; each issue has its place and says what to do. */
export function checkBySchema<T>(json: LocatedJson, schema: z.ZodType<T>): Checked<T> {
  const result = schema.safeParse(json.value, { error: unknownMembers });
  if (result.success) return { value: result.data };
  const issues = result.error.issues.flatMap(innermost);
  return { issues: issues.flatMap((issue) => located(json, issue)) };
}

/** Only here the schema is known, and with it the names that were possible. */
function unknownMembers(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined;
  const known = Object.keys((issue.inst as z.ZodObject | undefined)?.shape ?? {});
  return issue.keys.map((key) => unknownMember(key, known)).join("\n");
}

function unknownMember(key: string, known: readonly string[]): string {
  const near = nearestName(key, known);
  const hint =
    near === undefined ? `known members are ${known.join(", ")}` : `did you mean '${near}'?`;
  return `Unknown member '${key.replaceAll("\n", " ")}'; ${hint}`;
}

/** Of alternatives, the one that comes nearest: what fails deepest, then with the fewest issues. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const branches = issue.errors.map((branch) =>
    branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(innermost),
  );
  const fitting = branches.filter((branch) => !branch.some((inner) => isOtherType(inner, issue)));
  if (fitting.length === 0) return [{ ...issue, message: wantedTypes(branches) }];
  const [best = [issue]] = fitting.toSorted((a, b) => cost(a) - cost(b));
  return best;
}

function isOtherType(inner: Issue, union: Issue): boolean {
  return inner.code === "invalid_type" && inner.path.length === union.path.length;
}

/** Members that are unknown say more than members that are missing that another alternative was meant. */
function cost(issues: readonly Issue[]): number {
  return issues.reduce(
    (sum, issue) => sum + (issue.code === "unrecognized_keys" ? 2 * issue.keys.length : 1),
    0,
  );
}

function wantedTypes(branches: readonly (readonly Issue[])[]): string {
  const types = branches.flat().flatMap((inner) => ("expected" in inner ? [inner.expected] : []));
  return `Expected ${[...new Set(types)].join(" or ")}`;
}

function located(json: LocatedJson, issue: Issue): TextIssue[] {
  const where = issue.path.length === 0 ? "" : ` (at ${pathText(issue.path)})`;
  if (issue.code === "unrecognized_keys") {
    const messages = issue.message.split("\n");
    return issue.keys.map((key, index) => ({
      ...json.place(issue.path, key),
      message: `${messages[index] ?? ""}${where}`,
    }));
  }
  return [{ ...json.place(issue.path), message: `${sentence(issue, json.value)}${where}` }];
}

function sentence(issue: Issue, root: unknown): string {
  if (issue.code === "invalid_type" && valueAt(root, issue.path) === undefined) {
    return `The member '${String(issue.path.at(-1))}' is missing: expected ${issue.expected}`;
  }
  if (issue.code === "invalid_union" && issue.discriminator !== undefined) {
    return unknownKind(issue, root);
  }
  return issue.message;
}

function unknownKind(issue: Issue & { code: "invalid_union" }, root: unknown): string {
  const known = ("options" in issue ? (issue.options as readonly unknown[]) : []).map(String);
  const kind = valueAt(root, issue.path);
  const near = typeof kind === "string" ? nearestName(kind, known) : undefined;
  const hint = near === undefined ? "" : `; did you mean '${near}'?`;
  if (kind === undefined) return `The member '${issue.discriminator}' is missing`;
  return `'${issue.discriminator}' has a value that the format does not know${hint}`;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** `steps[0].url`. */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}
