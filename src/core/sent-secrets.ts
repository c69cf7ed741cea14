/** What a request carries that may say who asks. */
export interface SentParts {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What a browser keeps for a visitor. */
  readonly state?: BrowserState | undefined;
}

/** Cookies and storage of a browser, as far as their values are concerned. */
interface BrowserState {
  readonly cookies?: readonly { readonly name: string; readonly value: string }[];
  readonly origins?: readonly {
    readonly localStorage: readonly { readonly name: string; readonly value: string }[];
  }[];
}

/** Names of headers, cookies and things kept that hold what signs in. */
const SECRET_NAME =
  /(?:^|[-_.])(?:auth|authorization|authentication|bearer|jwt|key|apikey|pass|passwd|password|secret|session|sessid|sid|signature|token|cookie)(?:id|s)?(?:$|[-_.])|(?:access|api|auth|csrf|id|refresh|secret|session|sess)[-_]?(?:id|key|token)/i;
/** Shorter values are words and settings, as the language is. */
const LEAST_SECRET = 6;
/** Of what is not named as a secret. */
const LEAST_TOKEN = 16;
/** What may be a word or a number of any page. */
const USUAL = /^(?:\p{L}{1,15}|\p{N}{1,9})$/u;
/** What is made by a machine, for a machine. */
const TOKEN = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}_.~+/=%:|-]+$/u;

/**
 * Values of a request that would sign in anyone who has them. A header that is named as a secret has one
 * of 6 characters or more; cookies and what else a browser keeps, where it is named so or is a token of
 * 16 characters or more. A word of up to 15 letters and a number of up to 9 digits are none: a page may
 * say them for reasons of its own.
 */
export function sentSecrets({ headers = {}, state }: SentParts): string[] {
  const kept = [
    ...(state?.cookies ?? []),
    ...(state?.origins ?? []).flatMap(({ localStorage }) => localStorage),
  ];
  const found = [
    ...Object.entries(headers).flatMap(([name, value]) => ofHeader(name, value)),
    ...kept.flatMap(({ name, value }) => ofKept(name, value)),
  ];
  return [...new Set(found)];
}

function ofHeader(name: string, value: string): string[] {
  if (/^cookie$/i.test(name)) return ofCookies(value);
  if (!SECRET_NAME.test(name)) return [];
  const [, scheme, rest] = /^([a-z][\w-]*) +(\S.*)$/i.exec(value.trim()) ?? [];
  if (scheme === undefined || rest === undefined) return secretsIn([value.trim()]);
  return secretsIn([rest, ...quotedIn(rest), ...(/^basic$/i.test(scheme) ? passwordIn(rest) : [])]);
}

/** Of `name:password` in base64, both together and the password. */
function passwordIn(base64: string): string[] {
  const text = Buffer.from(base64, "base64").toString();
  const colon = text.indexOf(":");
  return colon === -1 ? [] : [text, text.slice(colon + 1)];
}

/** Values of parameters, as those of Digest and of signatures. */
function quotedIn(text: string): string[] {
  return [...text.matchAll(/="([^"]*)"/g)].flatMap(([, value]) => value ?? []);
}

function ofCookies(header: string): string[] {
  return header.split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at === -1 ? [] : ofKept(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  });
}

/** What is kept may be JSON that has a token in it. */
function ofKept(name: string, value: string): string[] {
  const parts = value.split(/["'\s,{}[\]]+/);
  const tokens = parts.filter((part) => part.length >= LEAST_TOKEN && isToken(part));
  return SECRET_NAME.test(name) && parts.length === 1 ? secretsIn([value]) : tokens;
}

function isToken(text: string): boolean {
  return TOKEN.test(text) && !text.includes("://");
}

function secretsIn(values: readonly string[]): string[] {
  return values.filter((value) => value.length >= LEAST_SECRET && !USUAL.test(value));
}
