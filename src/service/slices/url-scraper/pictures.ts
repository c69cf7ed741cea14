import type { Ids } from "../../../core/index.ts";
import type { ScrapeSuccess } from "../../../scraper/index.ts";
import type { Blobs } from "../../../storage/index.ts";
import type { Job } from "../../jobs/job.ts";
import { readRequest } from "./read-request.ts";
import {
  pictureOutputs,
  pictureTypes,
  type PictureKeys,
  type PictureType,
} from "./scrape-request.ts";

/** The media type of every picture. */
export const PICTURE_TYPE = "image/png";

interface Call {
  readonly signal: AbortSignal;
}

/** The key of a picture that a job's own run took. */
export function pictureKey(jobId: string, type: PictureType): string {
  return `screenshots/${jobId}/${type}`;
}

/** The pictures that were asked for. */
export function wantedPictures(outputs: readonly string[]): readonly PictureType[] {
  return pictureTypes.filter((type) => outputs.includes(pictureOutputs[type]));
}

/** Where a job's picture is, taken by its run or brought by a hit. */
export function keyOfPicture(job: Job, type: PictureType): string {
  return readRequest(job).pictures[type] ?? pictureKey(job.id, type);
}

/** Stores the pictures of a scrape, in the place of those of an earlier run; gives their keys. */
export async function storePictures(
  blobs: Pick<Blobs, "put">,
  jobId: string,
  { page, signal }: Call & { readonly page: ScrapeSuccess },
): Promise<PictureKeys> {
  const stored: { [Type in PictureType]?: string } = {};
  const pictures = { viewport: page.screenshot, fullpage: page.screenshotFullPage };
  for (const type of pictureTypes) {
    const picture = pictures[type];
    if (picture === undefined) continue;
    const key = pictureKey(jobId, type);
    await blobs.put(key, picture.png, { contentType: PICTURE_TYPE, signal });
    stored[type] = key;
  }
  return stored;
}

/**
 * Copies pictures that another job took, which may be forgotten before the copies are; undefined
 * when one of them is not there any more. Copies that are not all made are removed.
 * @throws StorageError; the signal's reason
 */
export async function copyPictures(
  { blobs, ids }: { readonly blobs: Blobs; readonly ids: Ids },
  sources: PictureKeys,
  call: Call,
): Promise<PictureKeys | undefined> {
  const copies: { [Type in PictureType]?: string } = {};
  const token = ids.token(16);
  try {
    for (const type of pictureTypes) {
      const source = sources[type];
      if (source === undefined) continue;
      copies[type] = `screenshots-of-hits/${token}/${type}`;
      if (await copyPicture(blobs, { from: source, to: copies[type] }, call)) continue;
      await dropPictures(blobs, copies);
      return undefined;
    }
    return copies;
  } catch (error) {
    await dropPictures(blobs, copies);
    throw error;
  }
}

async function copyPicture(
  blobs: Blobs,
  { from, to }: { readonly from: string; readonly to: string },
  { signal }: Call,
): Promise<boolean> {
  const picture = await blobs.get(from, { signal });
  if (picture === undefined) return false;
  await blobs.put(to, picture.body, { contentType: PICTURE_TYPE, signal });
  return true;
}

/** Removes pictures that nobody will ask for, as far as the store lets it, even if the caller has gone. */
export async function dropPictures(blobs: Pick<Blobs, "remove">, keys: PictureKeys): Promise<void> {
  const { signal } = new AbortController();
  try {
    await removePictures(blobs, keys, { signal });
  } catch {
    // What is left over takes room and does no harm; the reason for dropping it is what counts.
  }
}

/** Removes pictures; those that are not there are no mistake. */
export async function removePictures(
  blobs: Pick<Blobs, "remove">,
  keys: PictureKeys,
  { signal }: Call,
): Promise<void> {
  for (const key of Object.values(keys)) {
    if (key !== undefined) await blobs.remove(key, { signal });
  }
}
