import { expect } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { Sealer } from "dragline/storage/sealing";
import { catalogUuid } from "../../src/wire/run/name-ids.ts";
import { ring, vault } from "../rooms/service/slices/wire/logins/identity-rig.ts";
import type { WorldOptions } from "../transports/world.ts";

/** A service that keeps identities itself, sealed, and knows one kind of vault. */
export function identityWorld(): WorldOptions {
  const records = new MemoryRecords();
  const sealer = new Sealer({ records, ring });
  return { collaborators: { records, sealer, credentials: undefined, vaults: [vault] } };
}

/** Ids of the sites of these tests. */
export const sites = { shop: catalogUuid("shop"), board: catalogUuid("board") } as const;

/** What a login of the shop takes. */
export const fields = { email: "ann@example.com", password: "pass-of-ann" } as const;

/** A refusal of the service, not of a site. */
export const problem = (code: string, more: object = {}): object => ({
  status: "error",
  error: { code, message: expect.any(String), ...more },
});

export const unknown = "00000000-0000-4000-8000-000000000000";
