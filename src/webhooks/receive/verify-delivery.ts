import { timingSafeEqual } from "node:crypto";
import type { Json } from "../../storage/index.ts";
import { bytesOf, type BodySource } from "./verify-body.ts";
import { pickHeaders, type HeaderSource, type PickedHeaders } from "./verify-headers.ts";
import type { RefusalReason, RefusedDelivery, Verification } from "./verify-result.ts";
import type { VerifyRules } from "./verify-rules.ts";
import type { VerifyScheme } from "./verify-schemes.ts";

/** A delivery as it came. */
export interface UnverifiedDelivery {
  readonly headers: HeaderSource;
  /** The exact bytes that came; JSON that was parsed and written again is another body. */
  readonly body: BodySource;
}

/** Judges a delivery; a bad one is a value. */
export function verifyDelivery(
  { headers, body }: UnverifiedDelivery,
  rules: VerifyRules,
): Verification {
  const bytes = bytesOf(body);
  if (bytes.length > rules.maxBytes) return refused("body-too-large");
  const picked = pickHeaders(headers, rules.wanted);
  let worst: RefusedDelivery = refused("missing-signature");
  for (const scheme of rules.schemes) {
    const claim = readClaim(scheme, picked);
    const verdict = "valid" in claim ? claim : judge({ ...claim, body: bytes }, scheme, rules);
    if (!("valid" in verdict)) return accepted(verdict, scheme, { picked, rules });
    // Age is judged of what is signed rightly: no other signature makes that better.
    if (verdict.reason === "too-old" || verdict.reason === "too-new") return verdict;
    if (verdict.reason !== "missing-signature") worst = verdict;
  }
  return worst;
}

/** What a delivery says of itself, in one scheme. */
interface Claim {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly signatures: readonly Buffer[];
}

const ID = /^[!-+\--~]{1,256}$/;
const SECONDS = /^\d{1,11}$/;

function readClaim({ headers, parse, isId }: VerifyScheme, picked: PickedHeaders) {
  const given = picked.get(headers.signature);
  if (given === undefined) return refused("missing-signature");
  const signatures = given.flatMap(parse);
  if (signatures.length === 0) return refused("malformed-signature");
  const id = onlyOne(picked.get(headers.deliveryId));
  if (id === undefined) return refused("missing-delivery-id");
  if (!ID.test(id) || !isId(id)) return refused("malformed-delivery-id");
  const timestamp = onlyOne(picked.get(headers.timestamp));
  if (timestamp === undefined) return refused("missing-timestamp");
  if (!SECONDS.test(timestamp)) return refused("malformed-timestamp");
  return { id, timestamp: Number(timestamp), signatures } satisfies Claim;
}

/** Several values are joined as servers do; no id and no timestamp has a comma. */
function onlyOne(values: readonly string[] | undefined): string | undefined {
  return values?.join(", ");
}

type Signed = Claim & { readonly body: Uint8Array };

function judge(signed: Signed, { mac }: VerifyScheme, rules: VerifyRules) {
  const expected = rules.secrets.map((secret) => mac(signed, secret));
  if (!anyEqual(signed.signatures, expected)) return refused("wrong-signature");
  const ageMs = rules.clock.now() - signed.timestamp * 1000;
  if (ageMs > rules.toleranceMs) return refused("too-old");
  if (-ageMs > rules.toleranceMs) return refused("too-new");
  return signed;
}

/** Compares all with all, so that the time tells neither which secret fits nor how nearly. */
function anyEqual(given: readonly Buffer[], expected: readonly Buffer[]): boolean {
  let equal = 0;
  for (const one of given) {
    for (const other of expected) equal |= Number(timingSafeEqual(one, other));
  }
  return equal === 1;
}

function accepted(
  { id, timestamp, body }: Signed,
  { name }: VerifyScheme,
  { picked, rules }: { readonly picked: PickedHeaders; readonly rules: VerifyRules },
): Verification {
  const json = parseJson(body);
  const event = typeOf(json) ?? picked.get(rules.event)?.[0];
  return { valid: true, scheme: name, deliveryId: id, event, timestamp, body, json };
}

function parseJson(body: Uint8Array): Json | undefined {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as Json;
  } catch {
    return undefined;
  }
}

function typeOf(json: Json | undefined): string | undefined {
  if (typeof json !== "object" || json === null || !("type" in json)) return undefined;
  return typeof json.type === "string" ? json.type : undefined;
}

function refused(reason: RefusalReason): RefusedDelivery {
  return { valid: false, reason };
}
