import { isClientError } from "../../client/index.ts";
import { isServiceError } from "../../service/index.ts";
import { markup, type Markup } from "../markup.ts";
import type { View } from "../page.ts";

/** A page that does not exist, or not for this person. */
export const missing: View = {
  title: "There is no such page",
  body: markup`<p>Nothing is at this address. The link may be mistyped, or what was here may be gone.</p>`,
  status: 404,
};

/** A page of the owner's, for somebody else. */
export const ownersAlone: View = {
  title: "This page is the owner's",
  body: markup`<p>Accounts are the owner's: sign in with the owner's password to see them.</p>`,
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
    return notice(error.message, named);
  }
  const message =
    isServiceError(error) || error instanceof RangeError
      ? error.message
      : "Something failed that should not; the service's log has more.";
  return notice(message, "");
}

/** A message; what it is called behind it, for those who ask for help. */
function notice(message: string, named: string): Markup {
  const field = fieldIn(message);
  return markup`<p class="notice bad" role="alert"${field !== undefined && markup` data-field="${field}"`}>${message}${named !== "" && markup` <small>${named}</small>`}</p>`;
}

/** The field that a message begins with, as the API names it: `url: must be a URL`. */
function fieldIn(message: string): string | undefined {
  return /^([A-Za-z]\w{0,63}(?:[.[][^\s:]{0,200})?): /.exec(message)?.[1];
}

/** The status of a page that shows it. */
export function statusOf(error: unknown): number {
  if (isClientError(error)) return error.details.status ?? 502;
  return isServiceError(error) || error instanceof RangeError ? 400 : 500;
}
