import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageState } from "dragline/browser";
import {
  createSessionStore,
  type ReserveOrder,
  type SessionContent,
  type SessionStore,
} from "dragline/cdp-proxy";
import type { Blobs, Records } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { createPostgresRecords } from "dragline/storage/postgres";
import { KeyRing, Sealer, type RingKey } from "dragline/storage/sealing";
import { SqliteRecords } from "dragline/storage/sqlite";
import type { FakeClock } from "dragline/testing";
import { onTestFinished } from "vitest";
import { postgresUrl, serverTitle } from "../../services.ts";
import { PostgresSchema } from "../storage/postgres-schema.ts";

export const call = { signal: new AbortController().signal };

/** One store for several processes, each of which opens it. */
export interface Place {
  readonly openRecords: () => Promise<Records>;
  readonly blobs: Blobs;
  /** Where its files are. */
  readonly folder?: string;
  /** The schema of its rows. */
  readonly schema?: PostgresSchema;
}

/** A place for a test, removed with it: its name, whether it is there, and how it is made. */
export type PlaceChoice = readonly [title: string, isThere: boolean, make: () => Promise<Place>];

async function memory(): Promise<Place> {
  const records = new MemoryRecords();
  return { openRecords: async () => records, blobs: new MemoryBlobs() };
}

async function files(): Promise<Required<Pick<Place, "folder" | "blobs">>> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-sessions-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const urls = { baseUrl: "http://localhost/blobs", secrets: ["x".repeat(32)] };
  return { folder, blobs: new FsBlobs({}, { folder: join(folder, "blobs"), ...urls }) };
}

async function sqlite(): Promise<Place> {
  const place = await files();
  const openRecords = async (): Promise<Records> => {
    const records = new SqliteRecords({}, { path: join(place.folder, "sessions.sqlite") });
    onTestFinished(() => records.close());
    return records;
  };
  return { ...place, openRecords };
}

async function postgres(): Promise<Place> {
  const schema = new PostgresSchema();
  onTestFinished(() => schema[Symbol.asyncDispose]());
  const openRecords = async (): Promise<Records> => {
    const records = await createPostgresRecords({ pool: schema.pool }, { schema: schema.name });
    onTestFinished(() => records.close());
    return records;
  };
  return { ...(await files()), schema, openRecords };
}

const url = await postgresUrl();

export const places: readonly PlaceChoice[] = [
  ["MemoryRecords and MemoryBlobs", true, memory],
  ["SqliteRecords and FsBlobs", true, sqlite],
  [serverTitle("PostgresRecords and FsBlobs", url), url !== undefined, postgres],
];

/** A ring key, made anew. */
export function ringKey(id = "2026-11"): RingKey {
  return { id, key: randomBytes(32) };
}

/** What a process that opens a store has its own of. */
export interface Opening {
  readonly clock: FakeClock;
  readonly ring?: RingKey;
  /** Between the store and its place. */
  readonly records?: (records: Records) => Records;
  readonly blobs?: (blobs: Blobs) => Blobs;
}

const sharedRing = ringKey();

/** The store of a place, as another process sees it. */
export async function openStore(place: Place, opening: Opening): Promise<SessionStore> {
  const { clock, ring = sharedRing } = opening;
  const opened = await place.openRecords();
  const records = opening.records?.(opened) ?? opened;
  const blobs = opening.blobs?.(place.blobs) ?? place.blobs;
  const sealer = new Sealer({ records, ring: new KeyRing([ring]) });
  return createSessionStore({ records, blobs, sealer, clock });
}

/** Saves a session and lets go of it; gives its id. */
export async function saved(
  store: SessionStore,
  order: ReserveOrder,
  content: SessionContent = { state: stateOf("secret") },
): Promise<string> {
  const reserved = await store.reserve(order, call);
  await reserved.save(content, call);
  await reserved.release();
  return reserved.session.id;
}

/** A state with a cookie that expires in 2030. */
export function stateOf(secret: string, origins = 1): StorageState {
  const cookie = { path: "/", httpOnly: true, secure: true, sameSite: "Lax" } as const;
  return {
    cookies: [
      { ...cookie, name: "sid", value: secret, domain: "www.example.com", expires: 1_900_000_000 },
      { ...cookie, name: "seen", value: "1", domain: ".example.com", expires: -1 },
    ],
    origins: Array.from({ length: origins }, (_, index) => ({
      origin: index === 0 ? "https://www.example.com" : `https://site${index}.test`,
      localStorage: [{ name: "token", value: `${secret}-${index}` }],
    })),
  };
}
