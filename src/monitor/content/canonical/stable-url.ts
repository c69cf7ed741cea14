import { isTrackingParameter } from "../../../core/index.ts";
import { sessionParameters } from "../../../mapper/index.ts";
import { isGeneratedId } from "./volatile-value.ts";

/** What a reference leads to. */
type ReferenceUse =
  /** A page, which its query may tell from others. */
  | "link"
  /** A file that is shown: of its query only what may choose another file counts. */
  | "asset";

const SESSION: ReadonlySet<string> = new Set(sessionParameters);

/** Names that are a session's only where the value looks like one: `sid` may be a section's number. */
const AMBIGUOUS = /^(?:sid|sessionid|session_id|session|s|token|auth|key|hash)$/;
const SESSION_VALUE = /^(?=.*\d)(?=.*[a-z])[\w%.~-]{12,}$/i;

/** Tokens that belong to one answer. */
const TOKEN =
  /^(?:_?csrf(?:[-_]?token)?|xsrf(?:[-_]?token)?|authenticity_token|__requestverificationtoken|nonce|_wpnonce|form_key|form_token|sesskey)$/;

/** Parameters against caches, and signatures that run out. */
const BUSTER =
  /^(?:v|ver|version|t|ts|time|timestamp|_|_t|cb|cachebuster|cache|nocache|rnd|rand|random|r|rev|hash|h|build|mtime|modified|expires|signature|sig|hmac|policy|key-pair-id|awsaccesskeyid|googleaccessid|x-(?:amz|goog)-[\w-]+)$/;

/** A reference without what only says who asked, when, and from where; else as it is written. */
export function stableUrl(reference: string, use: ReferenceUse): string {
  const trimmed = reference.trim();
  if (trimmed.startsWith("#")) return isGeneratedId(trimmed.slice(1)) ? "#" : trimmed;
  if (!/[?;]/.test(trimmed) || /^(?:data|javascript|blob):/i.test(trimmed)) return trimmed;
  const [, before = "", query, fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(trimmed) ?? [];
  const path = before.replace(/;([^;/=]+)=[^;/]*/g, (whole: string, name: string) =>
    SESSION.has(name.toLowerCase()) ? "" : whole,
  );
  if (query === undefined) return path + fragment;
  const kept = query
    .slice(1)
    .split("&")
    .filter((parameter) => parameter !== "" && !isVolatile(parameter, use));
  return path + (kept.length === 0 ? "" : `?${kept.join("&")}`) + fragment;
}

function isVolatile(parameter: string, use: ReferenceUse): boolean {
  const at = parameter.indexOf("=");
  const name = (at === -1 ? parameter : parameter.slice(0, at)).toLowerCase();
  const value = at === -1 ? "" : parameter.slice(at + 1);
  if (isTrackingParameter(name) || TOKEN.test(name)) return true;
  if (use === "asset" && (BUSTER.test(name) || (value === "" && /^[\da-f.]+$/.test(name)))) {
    return true;
  }
  return AMBIGUOUS.test(name) ? SESSION_VALUE.test(value) : SESSION.has(name);
}
