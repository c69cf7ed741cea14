/** What the adapter asks of a `Pool` of the package `pg`, version 8.16 or later. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** A connection of the pool, as long as it is lent. */
export interface PostgresClient {
  readonly host: string;
  readonly port: number;
  query(query: PostgresQuery): Promise<PostgresAnswer>;
  /** Gives the connection back to the pool; with `true` the pool closes it. */
  release(destroy?: boolean): void;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
}

/** A query as `pg` takes it. */
export interface PostgresQuery {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
  readonly rowMode: "array";
  readonly types: { getTypeParser(): (text: string) => string };
}

/** What came of a query; columns as the server's text. */
export interface PostgresAnswer {
  readonly rows: unknown[][];
  readonly rowCount: number | null;
}
