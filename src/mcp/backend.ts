import { createClient, type Client } from "../client/index.ts";
import type { RequestFacts, Service } from "../service/index.ts";

/** The service as tools reach it, in the name of one caller. */
export interface Backend {
  /** Whether the caller said who it is. */
  readonly hasKey: boolean;
  /** Id of the caller's account; undefined without a valid key, and where the service is elsewhere. */
  account(signal: AbortSignal): Promise<string | undefined>;
  client(): Promise<Client>;
  /** Stops a job. Never rejects. */
  stop(job: string): Promise<void>;
}

/** What of a service in this process is needed. */
export type McpService = Pick<Service, "fetch"> & {
  readonly keys: Pick<Service["keys"], "find">;
};

/** Who calls. */
export interface McpCaller {
  /** Empty for none. */
  readonly key: string;
  readonly facts: RequestFacts;
  /** Where the service is, as the caller sees it. */
  readonly origin: string;
  /** What proxies said of the caller. */
  readonly forwarded: readonly (readonly [name: string, value: string])[];
}

/** A service in this process. */
export function serviceBackend(service: McpService, caller: McpCaller): Backend {
  const { key, facts, origin, forwarded } = caller;
  const fetch = (request: Request): Promise<Response> => {
    for (const [name, value] of forwarded) request.headers.set(name, value);
    return service.fetch(request, facts);
  };
  const account = async (signal: AbortSignal): Promise<string | undefined> => {
    if (facts.account !== undefined || key === "") return facts.account;
    return (await service.keys.find(key, { signal }))?.account;
  };
  const client = async (): Promise<Client> =>
    createClient({ url: origin, key, attempts: 1, fetch });
  return {
    hasKey: key !== "" || facts.account !== undefined,
    account,
    client,
    stop: async (job) => stopJob(await client(), job),
  };
}

/** A service that is reached over HTTP. */
export function clientBackend(client: Client): Backend {
  return {
    hasKey: true,
    account: async () => undefined,
    client: async () => client,
    stop: (job) => stopJob(client, job),
  };
}

/** Milliseconds that stopping a job may take. */
const STOP_MS = 5000;

async function stopJob(client: Client, id: string): Promise<void> {
  try {
    await client.cancelJob({ id }, { signal: AbortSignal.timeout(STOP_MS) });
  } catch {
    // The call is over either way; a job that cannot be stopped ends by itself.
  }
}
