import type { Image, Link } from "../../../html/index.ts";
import type { Json } from "../../../storage/index.ts";
import type { GeneratedJson } from "../../base/page-outputs/generated-json.ts";
import type { Job } from "../../jobs/job.ts";
import { pictureTypes, type PictureType } from "./scrape-request.ts";

/** What a scrape produced; what was not asked for is absent. */
export interface ScrapeMembers {
  readonly html?: string | undefined;
  readonly cleanedHtml?: string | undefined;
  readonly markdown?: string | undefined;
  readonly links?: readonly Link[] | undefined;
  readonly images?: readonly Image[] | undefined;
  /** Null when it could not be made. */
  readonly summary?: string | null | undefined;
  readonly generatedJson?: GeneratedJson | undefined;
}

/** Members of the document that say where the pictures are. */
type PictureUrls = Partial<Record<"screenshotUrl" | "fullPageScreenshotUrl", string>>;

const urlMembers: Readonly<Record<PictureType, keyof PictureUrls>> = Object.freeze({
  viewport: "screenshotUrl",
  fullpage: "fullPageScreenshotUrl",
});

/** Absolute URLs of a job's pictures. */
export function pictureUrls(
  { baseUrl, id }: Pick<Job, "baseUrl" | "id">,
  taken: readonly PictureType[],
): PictureUrls {
  const urls = pictureTypes
    .filter((type) => taken.includes(type))
    .map((type) => [urlMembers[type], `${baseUrl}/url-scraper/${id}/screenshot?type=${type}`]);
  return Object.fromEntries(urls) as PictureUrls;
}

/** The text of a job's result: what its document has when it is completed (decisions, 2.1). */
export function resultText(members: ScrapeMembers, pictures: PictureUrls = {}): string {
  const { html, cleanedHtml, markdown, links, images, summary, generatedJson } = members;
  const named = { html, cleanedHtml, markdown, links, images, summary, generatedJson };
  return JSON.stringify({ ...named, ...pictures });
}

/** Members that the document of a job has and that of a batch's child has not. */
const OF_JOBS_ALONE: readonly string[] = [
  "jobType",
  "country",
  "createdAt",
  "completedAt",
  "creditsUsed",
];

/** The text of a child, as its batch shows it, from the text of its own document. */
export function childText(document: string, index: number): string {
  const members = Object.entries(JSON.parse(document) as Readonly<Record<string, Json>>);
  const kept = members.filter(([name]) => !OF_JOBS_ALONE.includes(name));
  return JSON.stringify({ index, ...Object.fromEntries(kept) });
}
