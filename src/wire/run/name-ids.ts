import { createHash } from "node:crypto";

/** The namespace of URLs (RFC 9562, 6.6). */
const URL_NAMESPACE = Buffer.from("6ba7b8119dad11d180b400c04fd430c8", "hex");

/** The UUID of a catalog entry: the same in every installation (RFC 9562 version 5, of the slug). */
export function catalogUuid(slug: string): string {
  return nameUuid(`urn:dragline:wire:catalog:${slug}`);
}

/** The UUID of an action: the same in every installation (RFC 9562 version 5, of the id). */
export function actionUuid(actionId: string): string {
  return nameUuid(`urn:dragline:wire:action:${actionId}`);
}

function nameUuid(name: string): string {
  const bytes = createHash("sha1").update(URL_NAMESPACE).update(name).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([start, end]) => hex.slice(start, end))
    .join("-");
}
