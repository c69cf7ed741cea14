import type { StorageState } from "../../browser/index.ts";
import type { SourcePage } from "../../mapper/index.ts";
import { pageFailure } from "../../scraper/internal.ts";
import { judge } from "./condition.ts";
import type { Site } from "../format/action-schema.ts";
import type { LoginRecipe, LoginSign } from "../format/login-schema.ts";
import type { LoginRefusalCode } from "./login.ts";
import type { PageDocument } from "../reading/page-document.ts";
import { isHtml, pageDocument } from "../reading/read-answer.ts";
import { renderText } from "./render.ts";
import { executionFault } from "./run-fault.ts";
import type { Scope } from "./scope.ts";

/** Why a login ends: a refusal on its way to the result. Never leaves the room. */
export class LoginFault extends Error {
  readonly code: LoginRefusalCode;
  /** Whether the message is what the site said. */
  isOfSite = false;

  constructor(code: LoginRefusalCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.name = "LoginFault";
    this.code = code;
  }
}

type Refusal = Exclude<
  keyof LoginRecipe & ("locked" | "captcha" | "mfa" | "wrong_password" | "refused" | "changed"),
  "success"
>;

/** Signs of a refusal in the order in which they count, each with its code and usual sentence. */
const refusals: readonly (readonly [Refusal, LoginRefusalCode, string])[] = [
  ["locked", "ACCOUNT_LOCKED", "has locked the account for now"],
  ["captcha", "CAPTCHA_REQUIRED", "asks for a CAPTCHA"],
  ["mfa", "MFA_REQUIRED", "asks for a second factor, such as a code"],
  ["wrong_password", "BAD_PASSWORD", "says that the user name or the password is wrong"],
  ["refused", "LOGIN_FAILED", "refused the login"],
  ["changed", "LOGIN_PAGE_CHANGED", "showed a page that its login does not know"],
];

/** A field for a code that was sent, or that an app shows (WHATWG HTML, 4.10.18.7.1). */
const CODE_FIELD = 'input[autocomplete~="one-time-code"]';

/** What the widgets of usual captchas bring into a page. */
const CAPTCHAS = [
  ".g-recaptcha",
  ".h-captcha",
  ".cf-turnstile",
  ".frc-captcha",
  "altcha-widget",
  "[data-sitekey]",
  'iframe[src*="recaptcha/"]',
  'iframe[src*="hcaptcha.com"]',
  'iframe[src*="challenges.cloudflare.com"]',
  'input[name*="captcha"]',
].join(", ");

/** An answer, and the step that was given it. */
interface LoginAnswer {
  readonly id: string;
  readonly page: SourcePage;
}

/** Holds the answers of one login against the signs of its recipe. */
export class LoginWatch {
  /** What the browser has stored, once it was there. */
  storage: StorageState | undefined;
  readonly #site: Site;
  readonly #recipe: LoginRecipe;
  #last: LoginAnswer | undefined;
  #document: PageDocument | undefined;
  #isSecure = false;

  constructor(site: Site, recipe: LoginRecipe) {
    this.#site = site;
    this.#recipe = recipe;
  }

  /** The URL of the last answer. */
  get url(): URL | undefined {
    return this.#last === undefined ? undefined : new URL(this.#last.page.url);
  }

  /**
   * Called with each request before it is sent.
   * @throws RunFault for http behind https: what is sent could be read on its way
   */
  ask(url: URL): void {
    if (this.#isSecure && url.protocol === "http:") {
      throw executionFault(`The login leads from https to ${url.origin}, which is not encrypted.`);
    }
    this.#isSecure ||= url.protocol === "https:";
    this.#last = undefined;
    this.#document = undefined;
  }

  /**
   * Called with each answer, whatever its status.
   * @throws LoginFault when it has a sign of a refusal
   */
  answered(id: string, page: SourcePage, scope: Scope): void {
    this.#last = { id, page };
    this.#document = undefined;
    for (const [kind, code, told] of refusals) {
      const sign = this.#recipe[kind]?.find((each) => this.#has(each, scope));
      if (sign === undefined) continue;
      const usual = `${new URL(page.url).host} ${told}.`;
      const said = sign.message === undefined ? "" : renderText(sign.message, scope).trim();
      const fault = new LoginFault(code, said === "" ? usual : said.slice(0, 500));
      fault.isOfSite = said !== "";
      throw fault;
    }
  }

  /** Why nobody is signed in: what the last answer wants, or that no sign is in it. Undefined when one is. */
  async verdict(scope: Scope, signal: AbortSignal): Promise<LoginFault | undefined> {
    if (this.#recipe.success.some((sign) => this.#has(sign, scope))) return undefined;
    const wanted = await this.demand(signal);
    if (wanted !== undefined) return wanted;
    const told =
      this.#last === undefined
        ? "The login received no answer."
        : `The answer to step '${this.#last.id}' (HTTP ${this.#last.page.status}) has no sign that the login of ${this.#site.name} knows.`;
    return new LoginFault("LOGIN_PAGE_CHANGED", told);
  }

  /** A code, captcha or challenge that the last answer wants, which no recipe tells. */
  async demand(signal: AbortSignal): Promise<LoginFault | undefined> {
    if (this.#last === undefined || !isHtml(this.#last.page)) return undefined;
    const { page } = this.#last;
    const { host } = new URL(page.url);
    if (this.#matches(page, CODE_FIELD)) {
      return new LoginFault("MFA_REQUIRED", `${host} asks for a one-time code.`);
    }
    const failure = await pageFailure(page, signal);
    if (failure?.code === "BLOCKED")
      return new LoginFault("CAPTCHA_REQUIRED", `${host}: ${failure.error}.`);
    if (!this.#matches(page, CAPTCHAS)) return undefined;
    return new LoginFault("CAPTCHA_REQUIRED", `${host} asks for a CAPTCHA.`);
  }

  #has(sign: LoginSign, scope: Scope): boolean {
    if (this.#last === undefined) return false;
    const { page } = this.#last;
    const { status, url_contains: inUrl, css, text, where } = sign;
    return (
      (status === undefined || status.includes(page.status)) &&
      (inUrl === undefined || page.url.includes(inUrl)) &&
      (text === undefined || page.text.includes(text)) &&
      (where === undefined || where.every((condition) => judge(condition, scope).holds)) &&
      (css === undefined || (isHtml(page) && this.#matches(page, css)))
    );
  }

  #matches(page: SourcePage, css: string): boolean {
    this.#document ??= pageDocument(page);
    return this.#document.select(css).length > 0;
  }
}
