import type { Site } from "../format/action-schema.ts";
import type { LoginSign } from "../format/login-schema.ts";
import { checkCss, checkPattern } from "./check-reading.ts";
import { checkCondition, checkSteps } from "./check-steps.ts";
import { referencesOf } from "../run/template.ts";
import { checkText } from "./check-templates.ts";
import type { CheckScope, Issues } from "./recipe-issue.ts";

const signKinds = [
  "locked",
  "captcha",
  "mfa",
  "wrong_password",
  "refused",
  "changed",
  "success",
] as const;

/**
 * Checks how a site is signed in to.
 * @param scope of `login_input`
 */
export function checkLoginRecipe(site: Site, scope: CheckScope, issues: Issues): void {
  const { login, auth } = site;
  if (login === undefined) return;
  checkSurroundings(site, issues);
  const behind = checkSteps(login.steps, {
    scope: { ...scope, credential: false },
    issues: issues.at("steps"),
    document: "none",
  });
  for (const kind of signKinds) {
    for (const [index, sign] of (login[kind] ?? []).entries()) {
      checkSign(sign, behind, issues.at(kind, index));
    }
  }
  checkValues(site, login.values ?? {}, { scope: behind, issues: issues.at("values") });
  checkPattern(login.session_cookies, issues.at("session_cookies"));
  // Both run with what a login gave, and with its fields.
  for (const steps of [login.check ?? [], auth?.steps ?? []]) {
    checkSteps(steps, { scope, issues: issues.at("check"), document: "none" });
  }
}

/** What a login needs of its site. */
function checkSurroundings(site: Site, issues: Issues): void {
  const { auth, auth_types: types, login_input: fields } = site;
  if (!types.includes("credentials")) issues.add("'auth_types' must contain 'credentials'.");
  if (auth?.cookies !== true)
    issues.add("A login results in cookies: 'auth' needs \"cookies\": true.");
  if (!fields.some(({ secret }) => secret === true)) {
    issues.add("At least one field of 'login_input' must be secret.");
  }
}

function checkValues(
  { login_input: fields }: Site,
  values: Readonly<Record<string, string>>,
  { scope, issues }: { readonly scope: CheckScope; readonly issues: Issues },
): void {
  const secrets = new Set(fields.filter(({ secret }) => secret === true).map(({ name }) => name));
  for (const [name, text] of Object.entries(values)) {
    const place = issues.at(name);
    const read = referencesOf(checkText(text, scope, place) ?? []);
    const secret = read.find(({ root, path }) => root === "params" && secrets.has(String(path[0])));
    if (secret !== undefined)
      place.add(`'${secret.source}' is a secret, which must not be used in 'values'.`);
  }
}

function checkSign(sign: LoginSign, scope: CheckScope, issues: Issues): void {
  const { status, url_contains: inUrl, css, text, where, message } = sign;
  if ([status, inUrl, css, text, where].every((part) => part === undefined)) {
    issues.add("A sign must say what the answer contains.");
  }
  if (css !== undefined) checkCss(css, issues.at("css"));
  for (const [index, condition] of (where ?? []).entries()) {
    checkCondition(condition, scope, issues.at("where", index));
  }
  if (message !== undefined) checkText(message, scope, issues.at("message"));
}
