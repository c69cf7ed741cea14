/** What other rooms of Dragline take of this one; no import path leads here. */
export { isFetcherOption } from "./fetcher-options.ts";
export { parseMediaType } from "./body/media-type.ts";
export { readBody } from "./body/decompress.ts";
export { redirectLocation } from "./run/redirect.ts";
export { checkHeaders, crossOriginHeaders } from "./run/request-headers.ts";
export { retryFailure, retryResponse, type RetryScope } from "./run/retry.ts";
