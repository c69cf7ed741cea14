import { rmSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemIds, type Ids } from "../../core/index.ts";
import { thisOwner } from "./profile-owner.ts";

/** How the folders of this room's browsers begin: `dragline-chromium-<pid>-<id>`. */
export const PROFILE_PREFIX = "dragline-chromium-";

/** The file in a profile's folder that says whose it is. */
export const OWNER_FILE = "owner.json";

/** The folder of one browser: whatever it writes is in there, and goes with it. */
export interface ProfileFolder {
  readonly path: string;
  /** Chromium's `--user-data-dir`. */
  readonly userDataDir: string;
  /** For temporary files and crash reports, which Chromium would leave elsewhere. */
  readonly scratch: string;
  /** Removes the folder, also while Chromium's last process still writes. */
  remove(): Promise<void>;
  /** Removes what can be removed without waiting; for the moment in which this process exits. */
  removeNow(): void;
}

/**
 * Makes an empty profile below the system's folder for temporary files, for this user alone.
 * @throws the system's error when there is no room or no right to write
 */
export async function createProfile(ids: Ids = systemIds): Promise<ProfileFolder> {
  const path = join(tmpdir(), `${PROFILE_PREFIX}${process.pid}-${shortId(ids)}`);
  const [userDataDir, scratch] = [join(path, "profile"), join(path, "t")];
  await mkdir(path, { mode: 0o700 });
  try {
    await writeFile(join(path, OWNER_FILE), JSON.stringify(thisOwner()));
    await mkdir(userDataDir);
    await mkdir(scratch);
  } catch (error) {
    removeFolderNow(path);
    throw error;
  }
  return {
    path,
    userDataDir,
    scratch,
    remove: () => removeFolder(path),
    removeNow: () => removeFolderNow(path),
  };
}

/** Removes a folder, for some time again when something is still written into it. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 });
}

function removeFolderNow(path: string): void {
  try {
    // What was killed just now may still be writing.
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
  } catch {
    // The next launch sweeps it.
  }
}

/** Short, since the path of a Unix socket in the folder has at most 107 bytes. */
function shortId(ids: Ids): string {
  return ids.uuid().replaceAll("-", "").slice(0, 12);
}
