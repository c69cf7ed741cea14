import type { Site } from "../format/action-schema.ts";
import type { LoginSign } from "../format/login-schema.ts";
import { checkCss, checkPattern } from "./check-reading.ts";
import { checkCondition, checkSteps } from "./check-steps.ts";
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
  const { login, auth, auth_types: types, login_input: fields } = site;
  if (login === undefined) return;
  if (!types.includes("credentials")) issues.add("'auth_types' has no 'credentials'.");
  if (auth?.cookies !== true) issues.add("A login gives cookies: 'auth' needs \"cookies\": true.");
  if (!fields.some(({ secret }) => secret === true)) {
    issues.add("No field of 'login_input' is a secret.");
  }
  const before = { ...scope, credential: false };
  const behind = checkSteps(login.steps, {
    scope: before,
    issues: issues.at("steps"),
    document: "none",
  });
  for (const kind of signKinds) {
    for (const [index, sign] of (login[kind] ?? []).entries()) {
      checkSign(sign, behind, issues.at(kind, index));
    }
  }
  for (const [name, text] of Object.entries(login.values ?? {})) {
    const place = issues.at("values", name);
    checkText(text, behind, place);
    const secret = fields.find(
      (field) => field.secret === true && text.includes(`params.${field.name}`),
    );
    if (secret !== undefined) place.add(`'${secret.name}' is a secret, and values are none.`);
  }
  checkPattern(login.session_cookies, issues.at("session_cookies"));
  const proof = { scope, issues: issues.at("check"), document: "none" } as const;
  checkSteps(login.check ?? [], proof);
  checkSteps(auth?.steps ?? [], { ...proof, issues: issues.at("check") });
}

function checkSign(sign: LoginSign, scope: CheckScope, issues: Issues): void {
  const { status, url_contains: inUrl, css, text, where, message } = sign;
  if ([status, inUrl, css, text, where].every((part) => part === undefined)) {
    issues.add("A sign says what is in the answer.");
  }
  if (css !== undefined) checkCss(css, issues.at("css"));
  for (const [index, condition] of (where ?? []).entries()) {
    checkCondition(condition, scope, issues.at("where", index));
  }
  if (message !== undefined) checkText(message, scope, issues.at("message"));
}
