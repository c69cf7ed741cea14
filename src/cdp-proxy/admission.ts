/** What says whether an owner may connect, and takes what it costs. */
export interface Admission {
  /**
   * Takes a place among the owner's connections, and the price of the first period.
   * @throws CdpProxyError `TOO_MANY_CONNECTIONS`, `INSUFFICIENT_CREDITS`; the signal's reason
   */
  admit(order: AdmissionOrder): Promise<Admitted>;
}

/** Who wants to connect. */
export interface AdmissionOrder {
  readonly owner: string;
  readonly connectionId: string;
  readonly signal: AbortSignal;
}

/** A place that is held. */
export interface Admitted {
  /**
   * Takes the price of a period; the first is period 0 and was paid on admission. The same period
   * is taken once.
   * @returns false when the balance does not allow it
   */
  pay(period: number, call: { readonly signal: AbortSignal }): Promise<boolean>;
  /** Says that the connection lives: at least every 30 s, or the place may be another's after 90 s. */
  keep(call: { readonly signal: AbortSignal }): Promise<void>;
  /** Gives the place back; `refund` gives the first period's price back too. Never rejects. */
  leave(how?: { readonly refund: boolean }): Promise<void>;
}
