import type { ActionInfo, Parameter, Site } from "../../wire/index.ts";
import { countText } from "../terminal/count-text.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Paint } from "../terminal/terminal.ts";

/** What is shown of an action in a list. */
export interface ListedAction {
  readonly info: Pick<
    ActionInfo,
    "action_id" | "type" | "auth_mode" | "credits_per_call" | "description"
  >;
  readonly site: Pick<Site, "name">;
}

/** What is shown of a parameter; a service does not tell its bounds. */
export type ShownParameter = Pick<
  Parameter,
  "name" | "type" | "required" | "description" | "default" | "format" | "minimum" | "maximum"
> & { readonly examples: readonly unknown[]; readonly enum?: readonly unknown[] | undefined };

/** What is shown of an action; a service does not tell what it gives, and where it is documented. */
interface ShownAction {
  readonly info: ListedAction["info"] & {
    readonly parameters: readonly ShownParameter[];
    readonly output_schema?: ActionInfo["output_schema"] | undefined;
  };
  readonly site: Pick<Site, "name"> & { readonly documentation?: string | undefined };
}

/** What is shown of a site. */
type ShownSite = Pick<Site, "name" | "url" | "description"> & { readonly category: string };

/** Characters of a description in a list. */
const LONGEST_LINE = 160;

/** An action in a list: its id and cost, and what it does. */
export function actionLine({ info, site }: ListedAction, style: Paint): string {
  const marks = [
    site.name,
    ...(info.type === "write" ? ["writes"] : []),
    ...(info.auth_mode === "none" ? [] : [`login ${info.auth_mode}`]),
    countText(info.credits_per_call, "credit"),
  ];
  const head = `${style("bold", info.action_id)}  ${style("dim", marks.join(" · "))}`;
  return `${head}\n    ${printableLine(info.description, LONGEST_LINE)}`;
}

/** All that a person needs to run an action. */
export function actionText(action: ShownAction, style: Paint): string {
  const { info, site } = action;
  const example = info.parameters
    .filter(({ required }) => required)
    .map(({ name, examples }) => ` --param ${name}=${quoted(examples[0])}`)
    .join("");
  return [
    actionLine({ ...action, info: { ...info, description: "" } }, style).trimEnd(),
    "",
    printableLine(info.description, 1000),
    ...(site.documentation === undefined
      ? []
      : [`Documented at ${printableLine(site.documentation, 500)}`]),
    "",
    style("bold", "Parameters"),
    ...(info.parameters.length === 0 ? ["  none"] : info.parameters.map(parameterText)),
    "",
    ...(info.output_schema === undefined
      ? []
      : [style("bold", "Gives"), ...givenLines(info.output_schema), ""]),
    style("bold", "Try"),
    `  dragline wire run ${info.action_id}${example}`,
  ].join("\n");
}

function givenLines(schema: Schema): string[] {
  return membersOf(schema).map((line) => `  ${line}`);
}

/** A site, and its actions. */
export function siteText(site: ShownSite, actions: readonly ListedAction[], style: Paint): string {
  const head = `${style("bold", site.name)}  ${style("dim", `${site.category} · ${site.url}`)}`;
  const list = actions.map((action) => actionLine(action, style));
  return [head, printableLine(site.description, 1000), "", ...list].join("\n");
}

function parameterText(parameter: ShownParameter): string {
  const { name, type, required, description, default: standard } = parameter;
  const notes = [
    parameter.format ?? type,
    ...(required ? ["required"] : []),
    ...(standard === undefined ? [] : [`default ${JSON.stringify(standard)}`]),
    ...boundsOf(parameter),
  ];
  const example = parameter.examples.slice(0, 2).map(quoted).join(", ");
  return `  ${name} (${notes.join(", ")})\n      ${printableLine(description, 500)} e.g. ${example}`;
}

function boundsOf({ minimum, maximum, enum: values }: ShownParameter): string[] {
  if (values !== undefined) return [values.slice(0, 12).map(String).join(" | ")];
  if (minimum === undefined && maximum === undefined) return [];
  return [`${minimum ?? "…"} to ${maximum ?? "…"}`];
}

function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /^[\w.,:/@+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

type Schema = { readonly [name: string]: unknown };

/** The members of an object's schema, an item's below their list's. */
function membersOf(schema: Schema, depth = 0): string[] {
  const { properties, items } = schema;
  if (isSchema(items)) return membersOf(items, depth);
  if (!isSchema(properties)) return depth === 0 ? [typeText(schema)] : [];
  return Object.entries(properties).flatMap(([name, member]) => {
    if (!isSchema(member)) return [];
    const { description } = member;
    const meaning = typeof description === "string" ? `  ${printableLine(description, 200)}` : "";
    const line = `${"  ".repeat(depth)}${name}: ${typeText(member)}${meaning}`;
    return depth < 2 ? [line, ...membersOf(member, depth + 1)] : [line];
  });
}

function typeText({ type, items }: Schema): string {
  const own = Array.isArray(type)
    ? type.map(String).join(" or ")
    : typeof type === "string"
      ? type
      : "any";
  return own === "array" && isSchema(items) ? `list of ${typeText(items)}` : own;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
