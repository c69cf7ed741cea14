import { randomBytes } from "node:crypto";
import type { StorageState } from "dragline/browser";
import { createSessionStore, type SessionStore } from "dragline/cdp-proxy";
import type { ServiceCollaborators } from "dragline/service";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { FakeClock } from "dragline/testing";

const call = { signal: new AbortController().signal };

/** A cookie of the state that cases save; it is known again by its value. */
export const SECRET = "the-cookie-of-the-harbour";

/** What cases save. */
export const STATE: StorageState = {
  cookies: [
    {
      name: "login",
      value: SECRET,
      domain: "www.example.com",
      path: "/",
      expires: Date.UTC(2026, 5, 1) / 1000,
      httpOnly: true,
      secure: true,
      sameSite: "Lax",
    },
  ],
  origins: [
    { origin: "https://www.example.com", localStorage: [{ name: "token", value: "harbour" }] },
  ],
};

/** What a service with saved sessions stands on, and a way to sessions besides it. */
export class SessionWorld {
  readonly clock = new FakeClock();
  readonly records = new MemoryRecords();
  readonly blobs = new MemoryBlobs({ clock: this.clock });
  readonly sealer = new Sealer({
    records: this.records,
    ring: KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`),
  });
  readonly store: SessionStore = createSessionStore({
    records: this.records,
    blobs: this.blobs,
    sealer: this.sealer,
    clock: this.clock,
  });

  get collaborators(): ServiceCollaborators {
    const { clock, records, blobs, sealer } = this;
    return { clock, records, blobs, sealer, sessions: undefined };
  }

  /** Saves a session of an account; gives its id. */
  async save(owner: string, name: string, websiteUrl?: string): Promise<string> {
    const reserved = await this.store.reserve({ owner, name, websiteUrl }, call);
    const { id } = await reserved.save({ state: STATE }, call);
    await reserved.release();
    return id;
  }
}
