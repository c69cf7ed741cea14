import { formJson } from "../../form-json.ts";
import type { WireParameter } from "../../../client/index.ts";
import { markup, type Fill, type Markup } from "../../markup.ts";

/** What the names of these fields begin with, so that no parameter is taken for another field. */
const PREFIX = "param.";

/** The fields of a form, one for each parameter; secret ones never show what was given before. */
export function parameterFields(
  parameters: readonly WireParameter[],
  given: URLSearchParams,
): Markup {
  return markup`${parameters.map((parameter) => field(parameter, given))}`;
}

function field(parameter: WireParameter, given: URLSearchParams): Markup {
  const { name, required, description, type } = parameter;
  const id = `${PREFIX}${name}`;
  const kind = `${type}${required ? ", required" : ""}`;
  return markup`<div><label for="${id}">${name} <span class="quiet">${kind}</span></label>${control(parameter, { id, value: given.get(id) ?? "" })}<p class="quiet" id="${id}.help">${description}${examplesOf(parameter)}</p></div>`;
}

/** What tells a control apart, and what it shows. */
interface ControlPlace {
  readonly id: string;
  readonly value: string;
}

function control(parameter: WireParameter, { id, value }: ControlPlace): Markup {
  const { name, type, secret, required } = parameter;
  const facts = markup`id="${id}" name="${id}" data-field="params.${name}" aria-describedby="${id}.help"${required && markup` required`}`;
  if (secret === true) return markup`<input ${facts} type="password" autocomplete="off">`;
  const choices = choicesOf(parameter);
  if (choices !== undefined) return select(facts, choices, { value, parameter });
  const hint = placeholderOf(parameter);
  if (type === "array" || type === "object") {
    return markup`<textarea ${facts} spellcheck="false" placeholder="${hint}">${value}</textarea>`;
  }
  if (type === "integer" || type === "number") {
    return markup`<input ${facts} type="number" step="${type === "integer" ? "1" : "any"}" value="${value}" placeholder="${hint}">`;
  }
  return markup`<input ${facts} type="text" value="${value}" placeholder="${hint}" autocomplete="off">`;
}

/** What is chosen from; undefined where anything may be given. */
function choicesOf(parameter: WireParameter): readonly string[] | undefined {
  if (parameter.enum !== undefined) return parameter.enum.map(textOf);
  return parameter.type === "boolean" ? ["true", "false"] : undefined;
}

function select(
  facts: Markup,
  choices: readonly string[],
  { value, parameter }: { readonly value: string; readonly parameter: WireParameter },
): Markup {
  const none =
    parameter.default === undefined ? "none chosen" : `default: ${textOf(parameter.default)}`;
  const list = choices.map(
    (choice) =>
      markup`<option value="${choice}"${choice === value && markup` selected`}>${choice}</option>`,
  );
  return markup`<select ${facts}><option value="">${none}</option>${list}</select>`;
}

function placeholderOf({ default: preset, type }: WireParameter): string {
  if (preset !== undefined) return `default: ${textOf(preset)}`;
  if (type === "array") return "one a line, or a JSON array";
  return type === "object" ? "a JSON object" : "";
}

function examplesOf({ examples = [], secret }: WireParameter): Fill {
  if (examples.length === 0 || secret === true) return undefined;
  const shown = examples.slice(0, 3).map((each) => markup` <code>${textOf(each)}</code>`);
  return markup` Example:${shown}`;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Parameters of a run as the fields that give them. */
export function parameterFieldsOf(params: Readonly<Record<string, unknown>>): URLSearchParams {
  const given = Object.entries(params).map(([name, value]) => [`${PREFIX}${name}`, textOf(value)]);
  return new URLSearchParams(given);
}

/**
 * The parameters that a form gave, as JSON values; what is empty is left out.
 * @throws RangeError for a value that is not of its type
 */
export function parametersOf(
  parameters: readonly WireParameter[],
  form: URLSearchParams,
): Readonly<Record<string, unknown>> {
  const given = parameters.flatMap((parameter) => {
    const text = form.get(`${PREFIX}${parameter.name}`) ?? "";
    return text.trim() === "" ? [] : [[parameter.name, valueOf(parameter, text)] as const];
  });
  return Object.fromEntries(given);
}

function valueOf(parameter: WireParameter, text: string): unknown {
  const { name, type } = parameter;
  const choice = parameter.enum?.find((each) => textOf(each) === text);
  if (choice !== undefined) return choice;
  switch (type) {
    case "string":
      return text;
    case "boolean":
      return text === "true";
    case "array":
      return text.trimStart().startsWith("[")
        ? formJson(`params.${name}: ${name}`, text)
        : linesOf(text);
    case "object":
      return formJson(`params.${name}: ${name}`, text);
    default:
      return numberOf(name, text);
  }
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  throw new RangeError(`params.${name}: ${name} must be a number.`);
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
