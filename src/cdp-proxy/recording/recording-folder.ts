import { readlinkSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { VideoSegment } from "./encoding/video-encoder.ts";
import type { HeldRecording } from "./recording-ledger.ts";

/** How the folders of recordings under way begin: `dragline-recording-<id>`. */
const PREFIX = "dragline-recording-";
/** Milliseconds after which an abandoned folder that no store knows is removed: a day. */
const FORGOTTEN_MS = 86_400_000;
const OWNER_FILE = "owner.json";
const SEGMENT = /^segment-(\d+)\.webm$/;

/** The folder of one recording under way. */
export interface RecordingFolder extends HeldRecording {
  readonly path: string;
}

/** Whose folders they are: a process, by a token that no other has. */
interface FolderOwner {
  readonly pid: number;
  readonly token: string;
  /** Where the number means something: a machine, and on Linux a namespace of numbers in it. */
  readonly place: string;
}

/** This process; `token` is another in each. */
export function ownerHere(token: string): FolderOwner {
  return { pid: process.pid, token, place: `${hostname()} ${pidNamespace()}` };
}

/**
 * Makes the folder of a recording, for this user alone.
 * @throws the system's error when there is no room or no right to write
 */
export async function makeFolder(
  parent: string,
  held: HeldRecording,
  owner: FolderOwner,
): Promise<RecordingFolder> {
  const path = join(parent, PREFIX + held.id);
  await mkdir(parent, { recursive: true });
  await mkdir(path, { mode: 0o700 });
  const folder = { ...held, path };
  await nameOwner(folder, owner);
  return folder;
}

/** Says whose the folder is now, and by which token the recording is held. @throws the system's error */
export async function nameOwner(
  { token, path }: RecordingFolder,
  owner: FolderOwner,
): Promise<void> {
  await writeFile(join(path, OWNER_FILE), JSON.stringify({ ...owner, held: token }));
}

/** Removes the folder with all that is in it. @throws the system's error */
export async function removeFolder({ path }: RecordingFolder): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}

/** The folders of processes of this machine that have ended. */
export async function abandonedFolders(
  parent: string,
  here: FolderOwner,
): Promise<RecordingFolder[]> {
  const names = await readdir(parent).catch((): string[] => []);
  const found: RecordingFolder[] = [];
  for (const name of names.filter((each) => each.startsWith(PREFIX))) {
    const path = join(parent, name);
    const text = await readFile(join(path, OWNER_FILE), "utf8").catch(() => "");
    const owner = ownerIn(text);
    if (owner === undefined || !hasEnded(owner, here)) continue;
    found.push({ id: name.slice(PREFIX.length), token: owner.held, path });
  }
  return found;
}

/** Whether nothing was put into it for so long that nobody comes for it any more. */
export async function isForgotten({ path }: RecordingFolder, now: number): Promise<boolean> {
  const { mtimeMs } = await stat(path);
  return mtimeMs + FORGOTTEN_MS < now;
}

/** The name of the segment that begins `startMs` after the recording. */
export function segmentName(startMs: number): string {
  return `segment-${startMs}.webm`;
}

/** The segments in a folder, in order. */
export async function segmentsIn({ path }: RecordingFolder): Promise<VideoSegment[]> {
  const names = await readdir(path).catch((): string[] => []);
  return names
    .filter((name) => SEGMENT.test(name))
    .map((name) => ({ name, startMs: Number(SEGMENT.exec(name)?.[1]) }))
    .toSorted((a, b) => a.startMs - b.startMs);
}

interface NamedOwner extends FolderOwner {
  /** The token by which the recording was held. */
  readonly held: string;
}

function ownerIn(text: string): NamedOwner | undefined {
  try {
    const { pid, token, place, held } = JSON.parse(text) as Partial<NamedOwner>;
    const fits = Number.isSafeInteger(pid) && typeof token === "string" && typeof held === "string";
    return fits && typeof place === "string" ? { pid: Number(pid), token, place, held } : undefined;
  } catch {
    // Its owner writes it just now, or it is none of ours.
    return undefined;
  }
}

/** Of another place nobody here can say it. A number that is ours now was another's before. */
function hasEnded(owner: FolderOwner, here: FolderOwner): boolean {
  if (owner.place !== here.place) return false;
  if (owner.pid === here.pid) return owner.token !== here.token;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    // EPERM: it runs, as another user.
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}
