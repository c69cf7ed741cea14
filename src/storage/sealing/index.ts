export { KeyRing, type RingKey } from "./key-ring.ts";
export { Sealer, type Resealed, type SealedPlace, type SealerCollaborators } from "./sealer.ts";
