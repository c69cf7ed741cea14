import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { createService, toNodeHandler, type Service } from "dragline/service";
import { createSite, type Site } from "dragline/testing";
import { run, type Ran } from "../run.ts";

const KEY = "dl_a_key_of_the_remote_tests";

/** A service on a port of this machine, and the command line that has it do the work. */
export interface RemoteRig extends AsyncDisposable {
  readonly service: Service;
  readonly account: string;
  readonly site: Site;
  /** The account's. */
  readonly key: string;
  /** `--remote URL`. */
  readonly at: readonly string[];
  /** The environment that has the account's key. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command line with `--remote` and the account's key. */
  readonly remotely: (
    argv: readonly string[],
    options?: {
      readonly tty?: boolean;
      readonly signal?: AbortSignal;
      readonly stdin?: Readable;
      /** Beside the key. */
      readonly env?: Readonly<Record<string, string>>;
    },
  ) => Promise<Ran>;
}

/** Starts a service that may scrape this machine, and a site. */
export async function remoteRig(
  pages: Parameters<typeof createSite>[0],
  parts: Parameters<typeof createService>[0] = {},
  options: Parameters<typeof createService>[1] = {},
): Promise<RemoteRig> {
  const owned = new AsyncDisposableStack();
  const site = owned.use(await createSite(pages));
  const service = owned.use(
    createService(parts, { allow: ["127.0.0.1"], limits: { "*": Infinity }, ...options }),
  );
  const stop = new AbortController();
  const work = service.run({ signal: stop.signal });
  owned.defer(async () => {
    stop.abort();
    await work;
  });
  const { id: account } = await service.accounts.create({ credits: 10_000 });
  await service.keys.create(account, { key: KEY });
  const server = createServer(toNodeHandler(service)).listen(0, "127.0.0.1");
  owned.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const env = { DRAGLINE_API_KEY: KEY };
  const at = ["--remote", `http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  return {
    service,
    account,
    site,
    key: KEY,
    at,
    env,
    remotely: (argv, options = {}) =>
      run([...argv, ...at], { ...options, env: { ...env, ...options.env } }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
