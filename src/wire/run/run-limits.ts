/** What one run may cost at most. */
export const runLimits = Object.freeze({
  /** Milliseconds, when the caller says nothing. */
  timeoutMs: 300_000,
  /** Milliseconds of a site's probe. */
  probeMs: 10_000,
  /** Requests, with redirects and retries. */
  requests: 200,
  /** Items of a list that is read. */
  items: 10_000,
  /** Bytes of an answer, decompressed, when its step says nothing. */
  answerBytes: 10_485_760,
  /** Bytes of the output as JSON. */
  outputBytes: 8_388_608,
  /** Levels of JSON. */
  depth: 100,
  /** Files of a run. */
  files: 50,
  /** Bytes of all files of a run. */
  fileBytes: 1_073_741_824,
});

/** The pace of requests to a host of a site that names none. */
export const DEFAULT_PACE = Object.freeze({ requests: 5, perMs: 1_000 });
