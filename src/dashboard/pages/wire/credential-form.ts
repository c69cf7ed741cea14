import type { WireCatalogSite } from "../../../client/index.ts";
import { markup, type Fill } from "../../markup.ts";
import { parameterFields, parametersOf } from "./parameter-fields.ts";

/** What a credential is made of, besides the browser's state of a login by hand. */
type CredentialType = "credentials" | "api_key" | "token";

/** A credential as a form gave it. */
interface GivenCredential {
  readonly type: CredentialType;
  readonly data: Readonly<Record<string, unknown>>;
}

const names = { credentials: "Password", api_key: "API key", token: "Token" } as const;

/** Keys may be of several values: one name and value each. */
const PAIRS = [0, 1, 2] as const;

/** Kinds of credentials of a site that a form can take. */
export function formTypes({ catalog }: Pick<WireCatalogSite, "catalog">): CredentialType[] {
  return (["credentials", "token", "api_key"] as const).filter((type) =>
    catalog.auth_types.includes(type),
  );
}

/** The fields of one kind of credential. */
export function credentialFields(
  type: CredentialType,
  { login_input_schema: login }: Pick<WireCatalogSite, "login_input_schema">,
  given: URLSearchParams,
): Fill {
  const kind = markup`<input type="hidden" name="type" value="${type}"><h2>${names[type]}</h2>`;
  if (type === "credentials") return markup`${kind}${parameterFields(login, given)}`;
  const pairs = PAIRS.map((at) => {
    const name = given.get(`name.${at}`) ?? (at === 0 ? type : "");
    return markup`<div class="row"><label>Name <input name="name.${at}" maxlength="64" value="${name}" autocomplete="off"></label><label class="wide">Value <input name="value.${at}" type="password" maxlength="16384" autocomplete="off"></label></div>`;
  });
  const [first, ...others] = pairs;
  return markup`${kind}${first}<details><summary>It has more values</summary>${others}</details>`;
}

/** The credential of a form. @throws RangeError where there is none */
export function credentialOf(
  form: URLSearchParams,
  { login_input_schema: login }: Pick<WireCatalogSite, "login_input_schema">,
): GivenCredential {
  const type = form.get("type");
  if (type === "credentials") return { type, data: parametersOf(login, form) };
  if (type !== "api_key" && type !== "token") throw new RangeError("Choose a kind of credential.");
  const pairs = PAIRS.flatMap((at) => {
    const value = form.get(`value.${at}`)?.trim() ?? "";
    return value === "" ? [] : [[form.get(`name.${at}`)?.trim() ?? "", value] as const];
  });
  return { type, data: Object.fromEntries(pairs) };
}
