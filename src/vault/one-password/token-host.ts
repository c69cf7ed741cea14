import { LONGEST_FIELD } from "../check-access.ts";
import { VaultError } from "../vault-error.ts";

/** The provider's domains; a customer's address is a subdomain of one. */
export const ONE_PASSWORD_DOMAINS: readonly string[] = [
  "1password.com",
  "1password.ca",
  "1password.eu",
];

const LONGEST_HOST = 253;
// Before lower-casing: the Kelvin sign would become a k.
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;

/**
 * The host that a service-account token makes the SDK call, in lower case. The token is a stranger's
 * input: base64url without padding of a JSON object with `signInAddress`. It is read strictly, so
 * that the SDK's own reading cannot find another host: one way to write the bytes, UTF-8, and no key
 * twice.
 * @param domains the host must be one of these, or a subdomain of one
 * @throws VaultError `INVALID_ACCESS`; its message holds nothing of the token
 */
export function tokenHost(token: string, domains: readonly string[]): string {
  const address = addressOf(decode(token));
  const host = address.toLowerCase();
  const allowed =
    host.length <= LONGEST_HOST &&
    HOST.test(address) &&
    domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
  if (!allowed) {
    throw refused(`The token's sign-in address must be a host of ${domains.join(", ")}.`);
  }
  return host;
}

function decode(token: string): string {
  const body = /^ops_([A-Za-z0-9_-]+)$/.exec(token)?.[1];
  if (body === undefined || token.length > LONGEST_FIELD) throw malformed();
  const bytes = Buffer.from(body, "base64url");
  // Spare bits in the last letter would be a second way to write the same bytes.
  if (bytes.toString("base64url") !== body) throw malformed();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // The cause would hold no more than the rule's name.
    throw malformed();
  }
}

function addressOf(text: string): string {
  const value = parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw malformed();
  if (membersOf(value) !== writtenMembers(text)) throw malformed();
  const address: unknown = Object.entries(value).find(([key]) => key === "signInAddress")?.[1];
  if (typeof address !== "string") throw malformed();
  return address;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the token.
    throw malformed();
  }
}

/** Keys as they are written; more than {@link membersOf} when one is written twice. */
function writtenMembers(text: string): number {
  const strings = text.matchAll(/"(?:[^"\\]|\\.)*"[\t\n\r ]*(:?)/g);
  return [...strings].filter(([, colon]) => colon === ":").length;
}

function membersOf(root: object): number {
  let members = 0;
  const open: object[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (!Array.isArray(value)) members += Object.keys(value).length;
    for (const child of Object.values(value)) {
      if (typeof child === "object" && child !== null) open.push(child);
    }
  }
  return members;
}

function malformed(): VaultError {
  return refused("The token is not a service-account token of 1Password.");
}

function refused(message: string): VaultError {
  return new VaultError("INVALID_ACCESS", { message, details: {} });
}
