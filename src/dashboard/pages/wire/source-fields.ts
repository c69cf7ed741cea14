import type { IdentitySourceField } from "../../../client/index.ts";
import { markup, type Markup } from "../../markup.ts";

/** What the names of these fields begin with. */
const PREFIX = "field.";

/** Where fields stand. */
interface FieldPlace {
  /** The id of the method whose fields they are. */
  readonly method: string;
  /** What was entered before; secrets are not shown again. */
  readonly given: URLSearchParams;
}

/** The fields of a way to connect a vault. */
export function sourceFields(
  fields: readonly IdentitySourceField[],
  { method, given }: FieldPlace,
): Markup {
  return markup`${fields.map((field) => {
    const id = `${method}-${field.name}`;
    const help =
      field.help !== undefined && markup`<p class="quiet" id="${id}.help">${field.help}</p>`;
    return markup`<div><label for="${id}">${field.label}${field.required && markup` <span class="quiet">required</span>`}</label>${control(field, id, given)}${help}</div>`;
  })}`;
}

function control(field: IdentitySourceField, id: string, given: URLSearchParams): Markup {
  const { type, secret, required, placeholder, help } = field;
  const name = `${PREFIX}${field.name}`;
  const value = secret ? "" : (given.get(name) ?? "");
  const facts = markup`id="${id}" name="${name}" data-field="${field.name}" placeholder="${placeholder}" autocomplete="off"${required && markup` required`}${help !== undefined && markup` aria-describedby="${id}.help"`}`;
  if (type === "textarea") return markup`<textarea ${facts} spellcheck="false">${value}</textarea>`;
  return markup`<input type="${secret ? "password" : type}" ${facts} value="${value}">`;
}

/** What a form gave for them; what is empty is left out. */
export function sourceValues(form: URLSearchParams): Readonly<Record<string, string>> {
  const given = [...form].flatMap(([name, value]) => {
    if (!name.startsWith(PREFIX) || value.trim() === "") return [];
    return [[name.slice(PREFIX.length), value.trim()] as const];
  });
  return Object.fromEntries(given);
}
