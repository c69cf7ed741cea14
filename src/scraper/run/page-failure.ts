import type { SourcePage } from "../../mapper/index.ts";
import type { FailureText } from "./failure.ts";
import { readPage } from "../readers/read-page.ts";

/**
 * Why a page is not the page that was asked for, as `Scraper.scrape` would say it: a challenge or
 * block page, a status from 400, nothing readable in it. Undefined when it is.
 * @throws the signal's reason
 */
export async function pageFailure(
  page: SourcePage,
  signal: AbortSignal,
): Promise<FailureText | undefined> {
  const { url, status, headers, contentType, truncated } = page;
  const read = await readPage(
    {
      url,
      status,
      headers,
      contentType,
      truncated,
      bytes: page.bytes,
      text: page.text,
      // HTTP/2 has no reason phrase either.
      statusText: "",
      damage: undefined,
      fromCache: false,
    },
    signal,
  );
  return read.failure;
}
