import { createHmac, timingSafeEqual } from "node:crypto";
import { CoreError, type Clock } from "../core/index.ts";

/** Where blobs are served and what their URLs are signed with. */
export interface BlobUrlOptions {
  /** The absolute http or https URL that `serve` answers; a query of its own is kept. */
  readonly baseUrl: string;
  /**
   * Secrets of at least 32 characters: the first signs, all are accepted. To rotate, put the new one
   * in front and drop the old one when its URLs have expired.
   */
  readonly secrets: readonly string[];
}

const SHORTEST_SECRET = 32;

/** Signs URLs of blobs and knows them again. */
export class BlobUrls {
  readonly #clock: Clock;
  readonly #base: URL;
  readonly #secrets: readonly [string, ...string[]];

  /** @throws CoreError `INVALID_OPTION` */
  constructor(clock: Clock, { baseUrl, secrets }: BlobUrlOptions) {
    this.#clock = clock;
    this.#base = checkedBase(baseUrl);
    this.#secrets = checkedSecrets(secrets);
  }

  /** The URL under which the key's blob may be read for `expiresInMs` milliseconds. */
  sign(key: string, expiresInMs: number): string {
    const expires = String(this.#clock.now() + expiresInMs);
    const url = new URL(this.#base);
    url.searchParams.set("key", key);
    url.searchParams.set("expires", expires);
    const signature = signatureOf(this.#secrets[0], key, expires);
    url.searchParams.set("signature", signature.toString());
    return url.href;
  }

  /** What a URL allows to read, and for how many milliseconds more; undefined for none. */
  permitted(url: URL): { readonly key: string; readonly remaining: number } | undefined {
    const [key, expires, signature] = ["key", "expires", "signature"].map((name) => {
      const values = url.searchParams.getAll(name);
      return values.length === 1 ? values[0] : undefined;
    });
    if (key === undefined || expires === undefined || signature === undefined) return undefined;
    if (!this.#signed(key, expires, Buffer.from(signature))) return undefined;
    const remaining = Number(expires) - this.#clock.now();
    return remaining > 0 ? { key, remaining } : undefined;
  }

  #signed(key: string, expires: string, signature: Buffer): boolean {
    let signed = false;
    for (const secret of this.#secrets) {
      const expected = signatureOf(secret, key, expires);
      if (signature.length === expected.length && timingSafeEqual(signature, expected)) {
        signed = true;
      }
    }
    return signed;
  }
}

/**
 * The signature as it stands in a URL; compared as text, for base64 has several spellings of some
 * bytes. The expiry is digits only and the method a word, so that no two meanings share a text.
 */
function signatureOf(secret: string, key: string, expires: string): Buffer {
  const signed = `dragline-blob\nGET\n${expires}\n${key}`;
  return Buffer.from(createHmac("sha256", secret).update(signed).digest("base64url"));
}

function checkedBase(baseUrl: string): URL {
  const base = URL.parse(baseUrl);
  if (base !== null && ["http:", "https:"].includes(base.protocol)) return base;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'baseUrl' must be an absolute http or https URL; got ${JSON.stringify(baseUrl)}.`,
    details: { option: "baseUrl" },
  });
}

function checkedSecrets(secrets: readonly string[]): readonly [string, ...string[]] {
  const [first, ...rest] = Array.isArray(secrets) ? (secrets as readonly string[]) : [];
  const fits = (secret: unknown): boolean =>
    typeof secret === "string" && secret.length >= SHORTEST_SECRET;
  if (first !== undefined && fits(first) && rest.every(fits)) return [first, ...rest];
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'secrets' must hold one or more strings of at least ${SHORTEST_SECRET} characters.`,
    details: { option: "secrets" },
  });
}
