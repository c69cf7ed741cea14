/** Why a connection ends: the close code and reason that its client gets. */
export interface RelayEnd {
  readonly code: number;
  readonly reason: string;
  /**
   * The answer to a client that asked for the end: it gets it, and then the close, when all is saved
   * and given back, so that it may connect again at once.
   */
  readonly answer?: string;
}

/** How connections end (decisions, 4.5; RFC 6455, 7.4.1). */
export const relayEnds = Object.freeze({
  normal: { code: 1000, reason: "" },
  draining: { code: 1001, reason: "The server is shutting down." },
  tooMuchStored: {
    code: 1008,
    reason: "The browser's downloads and storage exceeded the disk limit.",
  },
  tooBig: { code: 1009, reason: "A message is too large." },
  browserLost: { code: 1011, reason: "The browser ended." },
  idle: { code: 4001, reason: "No message arrived within the idle time limit." },
  tooLong: { code: 4002, reason: "The connection reached its maximum duration." },
  noCredits: { code: 4003, reason: "The account has no credits left." },
} as const satisfies Record<string, RelayEnd>);
