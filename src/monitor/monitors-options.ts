/** Settings of monitors. Durations are milliseconds. */
export interface MonitorsOptions {
  /**
   * Checks under way at once, of this process; 1 to 1,000.
   * @default 16
   */
  readonly maxConcurrency?: number;
  /**
   * Checks under way at once on one host, of all processes on the store; 1 to 100.
   * @default 2
   */
  readonly maxPerHost?: number;
  /**
   * For one check; a site has six times as long. 1 or more.
   * @default 300000
   */
  readonly checkTimeoutMs?: number;
  /**
   * How long a worker that is silent keeps its checks; 1,000 or more.
   * @default 30000
   */
  readonly leaseMs?: number;
  /**
   * At most so much is added to the times of an interval, by the monitor's id, so that monitors which
   * were made together do not all come due together; never more than a tenth of the interval.
   * @default 60000
   */
  readonly jitterMs?: number;
  /**
   * Checks that find a host down, one after another, before none of its monitors is checked for a
   * while; 1 or more.
   * @default 5
   */
  readonly breakerFailures?: number;
  /**
   * How long that is; twice as long after each check that finds it down again, up to 8 times.
   * @default 60000
   */
  readonly breakerMs?: number;
  /**
   * Active monitors of one owner; 1 or more.
   * @default Infinity
   */
  readonly maxActivePerOwner?: number;
  /**
   * Changes and snapshots that are kept of each monitor; 1 to 1,000. The baseline is never dropped.
   * @default 200
   */
  readonly maxHistory?: number;
  /**
   * How long runs are kept.
   * @default 2592000000
   */
  readonly runRetentionMs?: number;
  /**
   * Bodies up to so many bytes, compressed, stay with the records; larger ones become blobs, where there
   * are any.
   * @default 65536
   */
  readonly inlineBytes?: number;
}
