/** What a browser pool does now. */
export interface PoolStatus {
  /** Browsers that run. */
  readonly browsers: number;
  /** Browsers that are being started. */
  readonly starting: number;
  /** Pages that are leased, or on their way to a caller or back. */
  readonly leased: number;
  /** Pages that are kept for the next lease of their job. */
  readonly idle: number;
  /** Callers that wait for a page. */
  readonly waiting: number;
  /** Bytes of all browsers when they were last looked at; 0 where the system does not tell. */
  readonly bytes: number;
}
