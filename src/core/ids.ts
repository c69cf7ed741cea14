import { randomBytes, randomUUID } from "node:crypto";

/** The only source of chance in Dragline: identifiers, secrets and jitter. */
export interface Ids {
  /** A random UUID (version 4), lower case. */
  uuid(): string;
  /** `bytes` random bytes as URL-safe base64 without padding. */
  token(bytes: number): string;
  /** A uniform number in [0, 1). Not for secrets. */
  random(): number;
}

/** Identifiers and chance from the operating system's generator. */
export const systemIds: Ids = Object.freeze({
  uuid: () => randomUUID(),
  token: (bytes: number) => randomBytes(bytes).toString("base64url"),
  random: () => Math.random(),
});
