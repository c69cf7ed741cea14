/** What every call may be given besides its input. */
export interface CallOptions {
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}
