import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProfileFolder } from "../chromium/profile-folder.ts";

/** Where downloads of a browser go: a folder that is removed with its profile. */
export function downloadsOf({ path }: Pick<ProfileFolder, "path">): string {
  return join(path, "downloads");
}

/**
 * Makes the folder and tells it to the profile, so that downloads go nowhere else when a client asks
 * for Chromium's own way (`Browser.setDownloadBehavior` with `default`).
 */
export async function prepareDownloads(profile: ProfileFolder): Promise<void> {
  const folder = downloadsOf(profile);
  const preferences = {
    download: { default_directory: folder, directory_upgrade: true, prompt_for_download: false },
    savefile: { default_directory: folder },
  };
  await mkdir(folder);
  await mkdir(join(profile.userDataDir, "Default"));
  await writeFile(join(profile.userDataDir, "Default", "Preferences"), JSON.stringify(preferences));
}
