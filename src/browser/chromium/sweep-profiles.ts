import { lstat, readdir, readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { systemClock, type Clock } from "../../core/index.ts";
import { commandLineOf, listPids } from "./pid-table.ts";
import { OWNER_FILE, PROFILE_PREFIX, removeFolder } from "./profile-folder.ts";
import { isRunning, readOwner, thisOwner, type ProfileOwner } from "./profile-owner.ts";

/** Milliseconds after which a container's profile is nobody's; Chromium writes into its own. */
const UNTOUCHED = 24 * 60 * 60 * 1000;

/**
 * Removes the profiles that ended processes have left below the system's folder for temporary
 * files, and ends a Chromium that still runs in one. Profiles of other users and hosts are left alone,
 * those of another container of this host, which may be this one before it was started again, when
 * nothing was written into them for a day.
 * @returns the folders that were removed
 */
export async function sweepProfiles(clock: Clock = systemClock): Promise<string[]> {
  const names = await readdir(tmpdir()).catch((): string[] => []);
  const removed: string[] = [];
  for (const name of names.filter((name) => name.startsWith(PROFILE_PREFIX))) {
    const path = join(tmpdir(), name);
    if (!(await isOrphan(path, clock.now()))) continue;
    endBrowsersIn(path);
    // What cannot be removed now is there for the next sweep; two sweeps may also meet.
    const gone = await removeFolder(path).then(
      () => true,
      () => false,
    );
    if (gone) removed.push(path);
  }
  return removed;
}

async function isOrphan(path: string, now: number): Promise<boolean> {
  const folder = await lstat(path).catch(() => undefined);
  if (folder === undefined || !folder.isDirectory()) return false;
  if (process.getuid !== undefined && folder.uid !== process.getuid()) return false;
  const text = await readFile(join(path, OWNER_FILE), "utf8").catch(() => "");
  const owner = readOwner(text) ?? ownerByName(path);
  const here = thisOwner();
  if (owner === undefined || owner.host !== here.host) return false;
  if (owner.namespace === here.namespace) return !isRunning(owner);
  return now - (await lastTouched(path)) > UNTOUCHED;
}

/** The owner died, or is just about to write the file: its number stands in the folder's name. */
function ownerByName(path: string): ProfileOwner | undefined {
  const pid = Number(/^\d+/.exec(basename(path).slice(PROFILE_PREFIX.length))?.[0] ?? 0);
  return pid === 0 ? undefined : { ...thisOwner(), pid, started: "" };
}

/** When something was last written of what Chromium writes all the time. */
async function lastTouched(path: string): Promise<number> {
  const names = ["", "profile", "profile/Local State", "profile/Default"];
  const times = names.map((name) =>
    stat(join(path, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(times)));
}

/** A browser ends when its pipe does, so none should run; its command line says where it lives. */
function endBrowsersIn(path: string): void {
  for (const pid of listPids()) {
    if (pid === process.pid || !commandLineOf(pid).includes(`=${path}/`)) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}
