import { createClient, type Client } from "../client/index.ts";
import { neverAborts } from "../core/index.ts";
import type { RequestFacts, Service } from "../service/index.ts";

/** The service as tools reach it, in the name of one caller. */
export interface Backend {
  /** Whether the caller said who it is. */
  readonly hasKey: boolean;
  /** Id of the caller's account; undefined without a valid key, and where the service is elsewhere. */
  account(signal: AbortSignal): Promise<string | undefined>;
  client(): Promise<Client>;
  /** Stops a job where the service is in this process; elsewhere the job goes on. Never rejects. */
  stop(job: string): Promise<void>;
}

/** What of a service in this process is needed. */
export type McpService = Pick<Service, "fetch" | "cancelJob"> & {
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
  return {
    hasKey: key !== "" || facts.account !== undefined,
    account,
    client: async () => createClient({ url: origin, key, attempts: 1, fetch }),
    stop: async (job) => {
      const signal = neverAborts();
      try {
        const owner = await account(signal);
        if (owner !== undefined) await service.cancelJob(owner, job, { signal });
      } catch {
        // The call is over either way; a job that cannot be stopped ends by itself.
      }
    },
  };
}

/** A service that is reached over HTTP: it has no route by which a job is stopped. */
export function clientBackend(client: Client): Backend {
  return {
    hasKey: true,
    account: async () => undefined,
    client: async () => client,
    stop: async () => {},
  };
}
