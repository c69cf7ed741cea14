/** What came of one attempt. */
export interface Sent {
  /** Why not, in a sentence without a full stop; undefined when it was taken. */
  readonly failure: string | undefined;
  /** Whether no other attempt can help. */
  readonly permanent: boolean;
  readonly httpStatus: number | null;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | undefined;
}

/** It was taken. */
export const taken: Sent = Object.freeze({
  failure: undefined,
  permanent: false,
  httpStatus: null,
  retryAfterMs: undefined,
});
