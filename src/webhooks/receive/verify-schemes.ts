import type { HeaderNames } from "../signing/header-names.ts";
import { bodyMac, SIGNATURE_PREFIX } from "../signing/sign.ts";
import { standardMac, standardNames, type StandardMessage } from "../signing/standard-webhooks.ts";
import type { SignatureScheme } from "./verify-result.ts";

/** One way to sign: where its facts stand, how a signature is written, and what it should be. */
export interface VerifyScheme {
  readonly name: SignatureScheme;
  readonly headers: Pick<HeaderNames, "deliveryId" | "timestamp" | "signature">;
  /** What a delivery id is, beside being 1 to 256 visible characters. */
  readonly isId: (id: string) => boolean;
  /** The signatures that a header's value holds; what is written otherwise is passed over. */
  readonly parse: (value: string) => Buffer[];
  /** The signature that the message should have. */
  readonly mac: (message: StandardMessage, secret: string) => Buffer;
}

/** Senders that rotate send two signatures; more would only be work. */
const MOST_SIGNATURES = 8;

const HEX_MAC = /^[0-9a-f]{64}$/i;
const BASE64_MAC = /^v1,([A-Za-z0-9+/]{43}=)$/;

/** Over the body alone; id and timestamp stand beside it unsigned. */
export function serviceScheme(headers: HeaderNames): VerifyScheme {
  return {
    name: "service",
    headers,
    isId: () => true,
    parse: (value) => words(value, ",").flatMap(hexMac),
    mac: ({ body }, secret) => bodyMac(body, secret),
  };
}

/** Over id, timestamp and body. */
export const standardScheme: VerifyScheme = Object.freeze({
  name: "standard",
  headers: standardNames,
  // A full stop would let what is signed be read in two ways.
  isId: (id: string) => !id.includes("."),
  parse: (value: string) => words(value, " ").flatMap(base64Mac),
  mac: standardMac,
});

function words(value: string, separator: string): string[] {
  return value.split(separator, MOST_SIGNATURES).map((word) => word.trim());
}

function hexMac(word: string): Buffer[] {
  const hex = word.slice(SIGNATURE_PREFIX.length);
  if (!word.startsWith(SIGNATURE_PREFIX) || !HEX_MAC.test(hex)) return [];
  return [Buffer.from(hex, "hex")];
}

function base64Mac(word: string): Buffer[] {
  // Servers join a repeated header with commas.
  const [, mac] = BASE64_MAC.exec(word.replace(/,$/, "")) ?? [];
  return mac === undefined ? [] : [Buffer.from(mac, "base64")];
}
