import type { Action } from "../../../browser/index.ts";
import type { OutputSchema } from "../../base/page-outputs/lacking.ts";
import type { ServiceSettings } from "../../base/service-settings.ts";

/** Outputs that a request may name; `json` besides becomes {@link ScrapeRequest.json}. */
export const pageOutputs = Object.freeze([
  "markdown",
  "html",
  "cleanedHtml",
  "links",
  "images",
  "summary",
  "screenshot",
  "screenshotFullPage",
] as const);

/** One of {@link pageOutputs}. */
type PageOutput = (typeof pageOutputs)[number];

/** What `formats` may hold (interface, 4.1). */
export const scrapeFormatNames = Object.freeze([...pageOutputs, "json"] as const);

/** The outputs of a request that names none. */
export const defaultOutputs: readonly PageOutput[] = Object.freeze([
  "markdown",
  "html",
  "cleanedHtml",
]);

/** A picture of a page, as the screenshot route names it. */
export const pictureTypes = Object.freeze(["viewport", "fullpage"] as const);

/** One of {@link pictureTypes}. */
export type PictureType = (typeof pictureTypes)[number];

/** The output that each picture is. */
export const pictureOutputs: Readonly<Record<PictureType, PageOutput>> = Object.freeze({
  viewport: "screenshot",
  fullpage: "screenshotFullPage",
});

/** What a scrape was asked for, checked and with defaults: the `request` of its job. */
export interface ScrapeRequest {
  /** Without duplicates. */
  readonly outputs: readonly PageOutput[];
  /** Whether JSON is extracted. */
  readonly json: boolean;
  readonly outputSchema: OutputSchema | null;
  /** Whether the JSON says where each value comes from. */
  readonly evidence: boolean;
  /** Whether a browser shows the page, asked for or implied by pictures, actions or a session. */
  readonly useBrowser: boolean;
  readonly actions: readonly Action[];
  readonly sessionId: string | null;
  /** Keys of pictures that a hit of the result cache brought; a run has its own. */
  readonly pictures: PictureKeys;
}

/** Blob keys of pictures. */
export type PictureKeys = { readonly [Type in PictureType]?: string | undefined };

/** Whether something is asked for that a language model makes where there is one. */
export function takesModel({ outputs, json }: ScrapeRequest): boolean {
  return json || outputs.includes("summary");
}

/** What a scrape produced of the outputs that cost more. */
interface Surcharged {
  readonly summary: boolean;
  readonly json: boolean;
}

/**
 * Credits of a scrape (decisions, 1.1).
 * @param produced what of the summary and the JSON there is; all that was asked for when absent
 */
export function scrapePrice(
  request: ScrapeRequest,
  prices: ServiceSettings["prices"],
  produced: Surcharged = { summary: true, json: true },
): number {
  const { outputs, json, actions } = request;
  const parts = [
    prices.scrape,
    actions.length > 0 ? prices.scrapeActions : 0,
    outputs.includes("summary") && produced.summary ? prices.scrapeSummary : 0,
    json && produced.json ? prices.scrapeJson : 0,
  ];
  return parts.reduce((sum, price) => sum + price, 0);
}
