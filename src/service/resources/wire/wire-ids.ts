import { createHash } from "node:crypto";

/** The UUID of a site or an action, by its name: the same everywhere, always. */
export function wireId(kind: "catalog" | "action", name: string): string {
  const hash = createHash("sha1").update(`dragline:${kind}:${name}`).digest("hex");
  const variant = ((Number.parseInt(hash.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(18, 20)}-${hash.slice(20, 32)}`;
}
