import type { CdpProxyStatus, ClientSocket } from "../../cdp-proxy/index.ts";
import type { JobBacklog } from "../jobs/backlog.ts";
import type { Accounts, Keys } from "../accounts/accounts.ts";
import type { PrivateActions } from "./private-actions.ts";

/** What the host knows of a request that the request itself does not say. */
export interface RequestFacts {
  /** The address of the socket; limits per address count it. */
  readonly remoteAddress?: string | undefined;
  /**
   * The path that the service is mounted under: `/web`. It is taken off the request's path, where the
   * host has not done so already, and stands in the addresses of answers.
   */
  readonly basePath?: string | undefined;
  /**
   * Id of the account whose call it is, where the host knows it by its own means, such as a session of
   * its own website; keys in the request are not read then. It is counted as a key of the account.
   */
  readonly account?: string | undefined;
}

/** A WebSocket that may be opened: take it or leave it. */
export interface Upgrade {
  readonly status: 101;
  /** Headers of the answer that completes the upgrade, besides those of the handshake. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes the socket; resolves when it is closed and all that hangs on it is saved. */
  accept(socket: ClientSocket): Promise<unknown>;
  /** Nobody comes: undoes what was made ready, and what it cost. Never rejects. */
  leave(): Promise<void>;
}

/** The web-data API, to be mounted in any server. */
export interface Service extends AsyncDisposable {
  /**
   * Answers a request, also one that is malformed; paths begin with `/v1`, behind `basePath`.
   * Rejects for nothing but facts that do not exist.
   * @throws CoreError `INVALID_OPTION`
   * @example http.createServer(toNodeHandler(service))
   */
  fetch(request: Request, facts?: RequestFacts): Promise<Response>;
  /**
   * Answers a request for a WebSocket (`GET /v1/browser-connect`): with a refusal, or with a
   * connection that waits for its socket. Rejects as `fetch` does; the request's signal says that the
   * client has gone.
   * @throws CoreError `INVALID_OPTION`
   * @example server.on("upgrade", toNodeUpgrade(service))
   */
  connect(request: Request, facts?: RequestFacts): Promise<Response | Upgrade>;
  /**
   * What `POST /search` looks through: the web by the search provider, without one the pages that the
   * account's jobs have read, or nothing where neither is there.
   */
  readonly searches: "web" | "own pages" | "nothing";
  /** What runs in browsers of this process. */
  browsers(): CdpProxyStatus;
  /**
   * How many jobs of each type wait and run, in all processes that share the records: for metrics and
   * for deciding how many workers to run.
   * @throws StorageError
   */
  backlog(call?: { readonly signal?: AbortSignal }): Promise<readonly JobBacklog[]>;
  /**
   * Takes no new browser connections and interactive sessions (503) and ends those of this process:
   * connections are closed (1001) and save what they save, viewers are closed (1001) when a save
   * that has begun is finished. Resolves when all have ended.
   */
  drain(): Promise<void>;
  /**
   * Ends a job that waits or runs: it fails as `cancelled`, and costs nothing. Its run in this process
   * stops at once, one in another process within 3 s. What is done on websites is not undone.
   * @param account the id of the account that the job belongs to
   * @returns whether it was ended by this call; false where it had ended
   * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`; StorageError; CoreError `INVALID_ARGUMENT`; the
   *   signal's reason
   */
  cancelJob(
    account: string,
    id: string,
    call?: { readonly signal?: AbortSignal },
  ): Promise<boolean>;
  /**
   * Runs jobs, checks monitors and sends webhooks until the signal aborts; then runs under way end,
   * or go back. API and workers may be one process or many.
   * @throws StorageError, QueueError when a store fails for good
   */
  run(call: { readonly signal: AbortSignal }): Promise<void>;
  readonly accounts: Accounts;
  readonly keys: Keys;
  /** Actions of single accounts, besides those of the catalog. */
  readonly privateActions: PrivateActions;
}
