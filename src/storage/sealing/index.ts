/**
 * Secrets at rest: a ring of keys, a data key for each owner, and deletion by forgetting that key.
 *
 * Loads no package.
 *
 * @example
 * ```ts
 * import { KeyRing, Sealer } from "dragline/storage/sealing";
 * import { MemoryRecords } from "dragline/storage/memory";
 *
 * const ring = KeyRing.parse(process.env["SEAL_KEYS"] ?? "");
 * const sealer = new Sealer({ records: new MemoryRecords(), ring });
 * await sealer.ensure({ signal: AbortSignal.timeout(10_000) });
 * ```
 * @packageDocumentation
 */
export { KeyRing, type RingKey } from "./key-ring.ts";
export { Sealer, type Resealed, type SealedPlace, type SealerCollaborators } from "./sealer.ts";
