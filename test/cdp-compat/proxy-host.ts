import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import {
  createCdpProxy,
  createRecorder,
  createSessionStore,
  createUpgradeHandler,
  type CdpProxy,
  type CdpProxyOptions,
  type SessionStore,
  type StoringRecorder,
} from "dragline/cdp-proxy";
import type { Blobs, Records } from "dragline/storage";
import { FsBlobs } from "dragline/storage/fs";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { SqliteRecords } from "dragline/storage/sqlite";
import { createRemoteBrowsers, type RemoteBrowsers } from "dragline/browser";
import type { Clock } from "../../src/core/index.ts";
import type { Connector } from "../../src/net/index.ts";
import { testSwitches } from "../chromium.ts";

/** A server that embeds the proxy, with sessions and recordings. */
export interface ProxyHost extends AsyncDisposable {
  readonly proxy: CdpProxy;
  readonly browsers: RemoteBrowsers;
  readonly sessions: SessionStore;
  readonly recorder: StoringRecorder;
  /** Where clients connect. The key `owner` says whose connection it is. */
  url(query?: Readonly<Record<string, string>>): string;
}

/** How a host is made. */
export interface ProxyHostOptions extends CdpProxyOptions {
  /** Where the host keeps what it knows, and makes videos. */
  readonly folder: string;
  /** Whether it is known after its end too. @default false */
  readonly durable?: boolean;
  /** Leads pages to the web; without one, to loopback. */
  readonly connector?: Connector;
  /** Browsers at once. @default 20 */
  readonly max?: number;
}

/** Stores that a host is made over. */
export interface HostStores {
  readonly records: Records;
  readonly blobs: Blobs;
}

/** Opens a host on a port of its own. */
export async function openProxyHost(options: ProxyHostOptions): Promise<ProxyHost> {
  const { folder, durable = false, connector, max = 20, ...settings } = options;
  const { records, blobs } = openStores(folder, durable);
  const chromium = { switches: [...testSwitches] };
  const allow = connector === undefined ? ["127.0.0.1", "localhost"] : [];
  const browsers = createRemoteBrowsers({ connector }, { warm: 1, max, allow, chromium });
  const sessions = sessionsOver({ records, blobs });
  const recorder = createRecorder({ records, blobs }, { folder: join(folder, "videos") });
  const limits = { maxPerOwner: 1000, ...settings };
  const proxy = createCdpProxy({ browsers, sessions, recorder }, limits);
  const server = createServer((_, response) => response.writeHead(404).end());
  const owner = (request: Request): string | undefined =>
    new URL(request.url).searchParams.get("owner") ?? "ann";
  server.on("upgrade", createUpgradeHandler(proxy, { owner }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    proxy,
    browsers,
    sessions,
    recorder,
    url: (query = {}) => `ws://127.0.0.1:${port}/?${new URLSearchParams(query).toString()}`,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await new Promise((resolve) => server.close(resolve));
      await browsers[Symbol.asyncDispose]();
      await recorder[Symbol.asyncDispose]();
      await records.close();
    },
  };
}

/** The session store of a host's stores, as each process sees it. */
export function sessionsOver({ records, blobs }: HostStores, clock?: Clock): SessionStore {
  const ring = new KeyRing([{ id: "test", key: Buffer.alloc(32, 7) }]);
  return createSessionStore({ records, blobs, sealer: new Sealer({ records, ring }), clock });
}

/** The stores of a host. */
export function openStores(folder: string, durable: boolean): HostStores {
  if (!durable) return { records: new MemoryRecords(), blobs: new MemoryBlobs() };
  const urls = { baseUrl: "http://127.0.0.1/blobs", secrets: ["x".repeat(32)] };
  return {
    records: new SqliteRecords({}, { path: join(folder, "host.sqlite") }),
    blobs: new FsBlobs({}, { folder: join(folder, "blobs"), ...urls }),
  };
}
