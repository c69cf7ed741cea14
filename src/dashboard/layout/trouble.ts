import { isClientError } from "../../client/index.ts";
import { isServiceError } from "../../service/index.ts";
import { markup, type Markup } from "../markup.ts";
import type { View } from "../page.ts";

/** A page that does not exist, or not for this person. */
export const missing: View = {
  title: "There is no such page",
  body: markup`<p>What was here may be gone: jobs are kept 30 days.</p>`,
  status: 404,
};

/** A form without the session's token. */
export const expired: View = {
  title: "This form has expired",
  body: markup`<p>Nothing was done. Go back, load the page again, and send it once more.</p>`,
  status: 403,
};

/** What went wrong, in the words of the API; of what nobody foresaw, that alone. */
export function troubleText(error: unknown): Markup {
  if (isClientError(error)) {
    const { requestId, serviceCode } = error.details;
    const named = [serviceCode, requestId].filter((name) => name !== undefined).join(" · ");
    return markup`<p class="notice bad" role="alert">${error.message}</p>${named !== "" && markup`<p class="quiet">${named}</p>`}`;
  }
  const message =
    isServiceError(error) || error instanceof RangeError
      ? error.message
      : "Something failed that should not; the service's log has more.";
  return markup`<p class="notice bad" role="alert">${message}</p>`;
}

/** The status of a page that shows it. */
export function statusOf(error: unknown): number {
  if (isClientError(error)) return error.details.status ?? 502;
  return isServiceError(error) || error instanceof RangeError ? 400 : 500;
}
