/** What other rooms of Dragline take of this one; no import path leads here. */
export { readBody } from "./decompress.ts";
export { redirectLocation } from "./redirect.ts";
export { checkHeaders, crossOriginHeaders } from "./request-headers.ts";
export { retryFailure, retryResponse, type RetryScope } from "./retry.ts";
