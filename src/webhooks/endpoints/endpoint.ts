/** A registered receiver. Times are ISO 8601 in UTC. */
export interface Endpoint {
  /** `whe_…` */
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** The events that it hears; empty for all. */
  readonly events: readonly string[];
  /** Whether it hears any. */
  readonly isActive: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A new endpoint. Its secret is returned only this once. */
export interface CreatedEndpoint extends Endpoint {
  /** `whsec_…`; signs every delivery to it. */
  readonly secret: string;
}

/** What an endpoint is made of. */
export interface NewEndpoint {
  /** http or https, at most 2,048 characters, not a private address. */
  readonly url: string;
  /** At most 500 characters; null when absent. */
  readonly description?: string | null | undefined;
  /** Names of events; empty, or absent, for all. */
  readonly events?: readonly string[] | undefined;
}

/** What of an endpoint changes; what is absent stays. */
export interface EndpointChanges {
  /** Concerns later events; deliveries that were made go where they were to go. */
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  /** In place of the list that it has. */
  readonly events?: readonly string[] | undefined;
  /**
   * Off: deliveries that wait or are under way end as `exhausted` (tests go on), and no more are
   * made.
   */
  readonly isActive?: boolean | undefined;
}
