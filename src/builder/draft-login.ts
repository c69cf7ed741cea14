import { parse, select } from "../html/index.ts";
import type { Json } from "../storage/index.ts";
import type { LoginDraft } from "./draft-site.ts";
import { RequestDrafter } from "./draft-request.ts";
import type { Exchange } from "./exchange.ts";
import { bodyTypeOf, isHtml } from "./exchange-text.ts";
import { ValueNames } from "./value-names.ts";

/** Links by which a page shows that somebody is signed in. */
const SIGN_OUT =
  'a[href*="logout"], a[href*="signout"], a[href*="sign-out"], form[action*="logout"]';

/** Whether what an account signs in with was sent in a request. */
export function sendsSecret(
  { url, body = "" }: Exchange,
  secrets: Readonly<Record<string, string>>,
): boolean {
  const texts = Object.values(secrets).flatMap((value) => [value, encodeURIComponent(value)]);
  return texts.some((text) => text.length > 2 && (body.includes(text) || url.includes(text)));
}

/** The login that was done among the exchanges; undefined where none was. */
export function draftLogin(
  exchanges: readonly Exchange[],
  secrets: Readonly<Record<string, string>>,
): LoginDraft | undefined {
  const last = exchanges.findLast((one) => sendsSecret(one, secrets));
  if (last === undefined) return undefined;
  const names = new ValueNames(secrets);
  const drafter = new RequestDrafter(exchanges, names, { links: false });
  drafter.add(last, "login");
  return { fields: Object.keys(secrets), steps: drafter.steps, success: [signOf(last)] };
}

/** What tells in the answer that it let somebody in. */
function signOf(exchange: Exchange): Json {
  const [sent, came] = [new URL(exchange.url).pathname, new URL(exchange.finalUrl).pathname];
  const tree = isHtml(exchange) ? parse(exchange.text ?? "") : undefined;
  if (tree !== undefined && select(tree, SIGN_OUT).length > 0) return { css: SIGN_OUT };
  if (came !== sent) return { url_contains: came };
  return bodyTypeOf(exchange) === "none" ? { status: [exchange.status] } : { status: [200] };
}
