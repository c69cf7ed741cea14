import { createCipheriv, createDecipheriv } from "node:crypto";
import { StorageError } from "../storage-error.ts";

const CIPHER = "aes-256-gcm";
const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const HEAD = 1 + NONCE;

/** What a sealed value is bound to; all of it has to be the same when it is opened. */
type Binding = readonly string[];

/** How a value is sealed. */
interface SealParts {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** 12 bytes, never twice with one key. */
  readonly nonce: Uint8Array;
  readonly binding: Binding;
}

/**
 * AES-256-GCM (NIST SP 800-38D): one byte of version (1), 12 of nonce, the ciphertext, 16 of tag. The
 * associated data are the version and, for each part of the binding, its UTF-16 (little-endian) with
 * the length in bytes before it (32 bits, big-endian).
 */
export function sealBytes(plain: Uint8Array, { key, nonce, binding }: SealParts): Uint8Array {
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG });
  cipher.setAAD(associatedData(binding));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Uint8Array.of(VERSION), nonce, body, cipher.getAuthTag()]);
}

/**
 * Undoes {@link sealBytes}.
 * @throws StorageError `SEAL_BROKEN` for anything that was not sealed with this key and binding
 */
export function openBytes(
  sealed: Uint8Array,
  { key, binding }: Omit<SealParts, "nonce">,
): Uint8Array {
  if (sealed.length < HEAD + TAG || sealed[0] !== VERSION) throw broken();
  const end = sealed.length - TAG;
  const cipher = createDecipheriv(CIPHER, key, sealed.subarray(1, HEAD), { authTagLength: TAG });
  cipher.setAAD(associatedData(binding));
  cipher.setAuthTag(sealed.subarray(end));
  const plain = cipher.update(sealed.subarray(HEAD, end));
  try {
    return Buffer.concat([plain, cipher.final()]);
  } catch (cause) {
    throw broken(cause);
  }
}

/** The sealed value cannot be opened. */
export function broken(cause?: unknown): StorageError {
  return new StorageError("SEAL_BROKEN", {
    message: "The sealed value was altered, belongs to another place, or its key was destroyed.",
    cause,
  });
}

function associatedData(binding: Binding): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.of(VERSION)];
  for (const part of binding) {
    // As UTF-16, because UTF-8 makes all lone surrogates the same.
    const bytes = Buffer.from(part, "utf16le");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    parts.push(length, bytes);
  }
  return Buffer.concat(parts);
}
