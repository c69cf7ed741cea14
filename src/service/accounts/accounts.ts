/** What every call may carry. */
export interface AccountCall {
  /** Ends the call; what it asked for has then happened whole or not at all. */
  readonly signal?: AbortSignal | undefined;
}

/** A user of the service. */
export interface Account {
  /** A UUID. */
  readonly id: string;
  /** For people; null when it was not given. */
  readonly name: string | null;
  /** Credits left. */
  readonly balance: number;
  /** Credits used, net of refunds. */
  readonly used: number;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** The accounts of a service; for the host, there is no route. */
export interface Accounts {
  /**
   * Makes an account with the credits of a new one.
   * @param account `name`: at most 200 characters; `credits`: in place of the usual ones, a whole
   *   number from 0
   * @throws ServiceError `INVALID_REQUEST`
   */
  create(
    account?: { readonly name?: string | undefined; readonly credits?: number | undefined },
    call?: AccountCall,
  ): Promise<Account>;
  /** @throws ServiceError `NOT_FOUND` */
  get(id: string, call?: AccountCall): Promise<Account>;
  /** Oldest first. */
  list(call?: AccountCall): Promise<Account[]>;
  /**
   * Gives an account credits, or takes some with a negative number, not below 0.
   * @param reason for the ledger, at most 200 characters
   * @throws ServiceError `NOT_FOUND`, `INVALID_REQUEST`, `INSUFFICIENT_CREDITS`
   */
  grant(id: string, credits: number, reason: string, call?: AccountCall): Promise<Account>;
  /**
   * Removes an account with its keys. Its saved sessions, recordings and monitors are removed by
   * `Service.run` within minutes, those of a browser connection that goes on when it has ended;
   * its jobs end with their retention.
   * @throws ServiceError `NOT_FOUND`
   */
  remove(id: string, call?: AccountCall): Promise<void>;
}

/** An API key, without the key itself. */
export interface ApiKey {
  /** `key_…`; names the key, opens nothing. */
  readonly id: string;
  readonly account: string;
  /** For people; null when it was not given. */
  readonly label: string | null;
  /** The first characters, to tell keys by. */
  readonly hint: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** When a call last came with it, to about a minute; null when none has. */
  readonly lastUsedAt: string | null;
  /** Null while it is good. */
  readonly revokedAt: string | null;
}

/** The API keys of a service. Only their hashes are stored. */
export interface Keys {
  /**
   * Makes a key and shows it, for the only time.
   * @param key `label`: at most 200 characters; `key`: a key of the host's own choice, 16 to 256
   *   visible ASCII characters
   * @throws ServiceError `NOT_FOUND` (account), `INVALID_REQUEST`, `CONFLICT` (the key is in use)
   */
  create(
    account: string,
    key?: { readonly label?: string | undefined; readonly key?: string | undefined },
    call?: AccountCall,
  ): Promise<ApiKey & { readonly key: string }>;
  /** Of one account, or all; oldest first. */
  list(account?: string, call?: AccountCall): Promise<ApiKey[]>;
  /**
   * Ends a key at once.
   * @throws ServiceError `NOT_FOUND`
   */
  revoke(id: string, call?: AccountCall): Promise<ApiKey>;
  /** The key that this text is; undefined when it is none, is revoked or its account is gone. */
  find(text: string, call?: AccountCall): Promise<ApiKey | undefined>;
}
