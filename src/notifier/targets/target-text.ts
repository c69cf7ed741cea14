/** The parts of a target's URL, decoded. Not by the parser of URLs: tokens of services have colons. */
export interface TargetText {
  /** In lower case. */
  readonly scheme: string;
  /** Empty where there is none. */
  readonly user: string;
  readonly password: string;
  /** Host and port, or the first part of a token. */
  readonly host: string;
  /** What stands between the slashes behind that; a `#` begins a part, too. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  /** As it was written. */
  readonly text: string;
}

const SCHEME = /^([a-z][a-z\d+.-]{0,30}):(.*)$/is;
const PARTS = /^\/\/(?:([^@/?#]*)@)?([^/?#]*)([^?]*)(?:\?(.*))?$/s;

/** Reads a target; undefined for what has no scheme, or an encoding that is none. */
export function targetText(text: string): TargetText | undefined {
  const [, scheme, rest] = SCHEME.exec(text) ?? [];
  if (scheme === undefined || rest === undefined) return undefined;
  const [, login = "", host = "", path = "", query = ""] = PARTS.exec(rest) ?? [];
  const colon = login.indexOf(":");
  const [user, password] =
    colon === -1 ? [login, ""] : [login.slice(0, colon), login.slice(colon + 1)];
  try {
    return {
      scheme: scheme.toLowerCase(),
      user: decodeURIComponent(user),
      password: decodeURIComponent(password),
      host: decodeURIComponent(host),
      path: path
        .split(/\/|(?=#)/)
        .filter((part) => part !== "")
        .map(decodeURIComponent),
      query: new URLSearchParams(query),
      text,
    };
  } catch {
    return undefined;
  }
}
