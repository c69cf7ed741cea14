import type { Environment } from "../examine/finding.ts";

/** Characters of a key; what is shorter is none, and may be anywhere in a text. */
const SHORTEST_KEY = 8;
/** Variables that hold a key: of the model, of an answer engine, of the service, of a bucket. */
const KEY_VARIABLE = /^(?:DRAGLINE_[A-Z_]+_KEY|S3_SECRET_ACCESS_KEY|WEBHOOK_SECRET)$/;

/** A text without the keys of the environment: a server may repeat what it was sent. */
export function hideKey(text: string, env: Environment): string {
  const keys = Object.entries(env).flatMap(([name, value]) => {
    const key = value?.trim() ?? "";
    return KEY_VARIABLE.test(name) && key.length >= SHORTEST_KEY ? [key] : [];
  });
  return keys.reduce((shown, key) => shown.replaceAll(key, "…"), text);
}
