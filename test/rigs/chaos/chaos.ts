import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createService } from "dragline/service";
import { createPostgresRecords } from "dragline/storage/postgres";
import type { Records } from "dragline/storage";
import { accountRows } from "../../../src/service/accounts/collections.ts";
import { ledgerRows } from "../../../src/service/accounts/credits/collections.ts";
import { jobRows } from "../../../src/service/jobs/collections.ts";
import { ChaosLoad, type ChaosCall } from "./chaos-load.ts";
import type { ChaosMemory } from "./chaos-place.ts";
import { ChaosProcesses } from "./chaos-processes.ts";
import { ChaosServers, faults, targets } from "./chaos-servers.ts";
import { ChaosSite } from "./chaos-site.ts";

/** How chaos is done. */
export interface ChaosOptions {
  /** Address of a Postgres server; a schema of its own is made and dropped. */
  readonly postgres: string;
  /** Seconds of load and faults; what was accepted is waited for afterwards. */
  readonly seconds: number;
  /** Is told of every fault as it begins. */
  readonly onFault?: (text: string) => void;
}

/** What came of it: every list is empty when all is right. */
export interface ChaosReport {
  /** Accepted and not settled, or settled without its event. */
  readonly lost: readonly string[];
  /** Writes and events that happened twice. */
  readonly doubled: readonly string[];
  /** Accounts whose balance is not what was given less what their jobs cost. */
  readonly money: readonly string[];
  /** Answers that are not what was asked for, and processes that ended. */
  readonly wrong: readonly string[];
  /** Accepted jobs that failed, though nothing was wrong with them. */
  readonly failed: readonly string[];
  readonly accepted: Readonly<Record<string, number>>;
  readonly refused: number;
  /** Writes that are told to have happened perhaps. */
  readonly unsure: number;
  readonly faults: number;
  readonly kills: number;
  /** Milliseconds from the end of a fault until both API processes are well; the longest. */
  readonly recoveryMs: number;
  readonly memory: Readonly<Record<"api" | "worker", readonly ChaosMemory[]>>;
}

const LANES = 10;
const MONITORS = 3;
const CREDITS = 1_000_000;
/** Milliseconds after the last fault until everything is settled; a lease and its back-off fit in. */
const DRAIN_MS = 180_000;

/** Milliseconds beyond the given time in which a run waits for its first kill. */
const LONGEST_WAIT_MS = 120_000;

/** Mixed load on two API and two worker processes, whose servers fail and which are killed. */
export async function chaos(options: ChaosOptions): Promise<ChaosReport> {
  await using owned = new AsyncDisposableStack();
  const schema = `chaos_${randomUUID().replaceAll("-", "_")}`;
  const site = owned.use(await ChaosSite.open());
  const servers = owned.use(await ChaosServers.open(options.postgres, schema));
  const records = await createPostgresRecords(
    {},
    { connectionString: options.postgres, schema, poolSize: 2 },
  );
  owned.defer(() => records.close());
  const [first, second] = [await newAccount(records), await newAccount(records)];
  const processes = owned.use(new ChaosProcesses({ ...servers.place, site: site.origin }));
  await processes.start();
  const load = new ChaosLoad(processes.callerOf(first.key), site);
  const end = performance.now() + options.seconds * 1000;
  // A slow machine comes to its first kill late.
  const isOver = (): boolean =>
    performance.now() >= (processes.kills > 0 ? end : end + LONGEST_WAIT_MS);
  let over: number | undefined;
  const giveUpAt = (): number => (over ?? performance.now()) + DRAIN_MS;
  const lanes = Array.from({ length: LANES }, () => load.lane(isOver, giveUpAt));
  const monitors = monitorLane(processes.callerOf(second.key), { isOver, origin: site.origin });
  const happened = await makeFaults(servers, processes, { ...options, key: first.key, isOver });
  over = performance.now();
  await Promise.all(lanes);
  const watched = await monitors;
  while (load.missingEvents().length > 0 && performance.now() < giveUpAt()) await pause(200);
  const money = await moneyFaults(records, [first.account, second.account]);
  const lost = [...load.lost, ...load.missingEvents().map((id) => `the event of ${id}`)];
  return {
    lost,
    doubled: doubled(site),
    money,
    wrong: [...load.wrong, ...watched, ...processes.ends],
    failed: load.failed,
    accepted: Object.fromEntries(load.accepted),
    refused: load.refused,
    unsure: load.unsure,
    ...happened,
    memory: processes.memory,
  };
}

async function newAccount(records: Records) {
  await using service = createService({ records });
  const { id: account } = await service.accounts.create({ credits: CREDITS });
  const { key } = await service.keys.create(account);
  return { account, key };
}

/** Every fault of every server in turn, and a kill after each third. */
async function makeFaults(
  servers: ChaosServers,
  processes: ChaosProcesses,
  {
    seconds,
    key,
    isOver,
    onFault = () => {},
  }: ChaosOptions & { readonly key: string; readonly isOver: () => boolean },
) {
  const faultMs = Math.max(300, Math.min(4000, (seconds * 1000) / 30));
  let [recoveryMs, count] = [0, 0];
  const kills: Promise<void>[] = [];
  while (!isOver()) {
    const target = targets[count % targets.length] ?? "postgres";
    const fault = faults[Math.floor(count / targets.length) % faults.length] ?? "cut";
    onFault(`${target} is ${fault}`);
    const restore = await servers.happen(target, fault);
    await pause(faultMs);
    await restore();
    const from = performance.now();
    while (!(await processes.areWell(key)) && performance.now() - from < 60_000) await pause(20);
    recoveryMs = Math.max(recoveryMs, Math.round(performance.now() - from));
    count += 1;
    if (count % 3 === 0) {
      const role = count % 2 === 0 ? "api" : "worker";
      onFault(`a process (${role}) is killed`);
      kills.push(processes.kill(role));
    }
    await pause(faultMs / 2);
  }
  await Promise.all(kills);
  return { faults: count, kills: processes.kills, recoveryMs };
}

/** Monitors that are checked again and again; gives what is wrong with them in the end. */
async function monitorLane(
  call: ChaosCall,
  { isOver, origin }: { readonly isOver: () => boolean; readonly origin: string },
): Promise<readonly string[]> {
  const ids: string[] = [];
  const wrong: string[] = [];
  while (!isOver()) {
    if (ids.length < MONITORS) {
      const body = { url: `${origin}/page/watched-${ids.length}`, intervalMinutes: 60 };
      const { status, body: made } = await call("POST", "/monitors", body);
      if (status === 201 || status === 200) ids.push(String(made["id"] ?? made["monitorId"]));
      else if (![0, 503].includes(status)) {
        wrong.push(`POST /monitors: ${status} ${JSON.stringify(made).slice(0, 200)}`);
      }
    }
    for (const id of ids) {
      const { status } = await call("POST", `/monitors/${id}/run`);
      // 409: the last check is not over. 429: sends are limited.
      if (![0, 200, 202, 409, 429, 503].includes(status)) {
        wrong.push(`POST /monitors/${id}/run: ${status}`);
      }
    }
    await pause(1000);
  }
  return wrong
    .concat(await Promise.all(ids.map((id) => monitorFault(call, id))))
    .filter((text) => text !== "");
}

/** What is wrong with a monitor once it was checked; empty when nothing is. */
async function monitorFault(call: ChaosCall, id: string): Promise<string> {
  let last = "";
  for (const end = performance.now() + DRAIN_MS; performance.now() < end; await pause(500)) {
    const { status, body } = await call("GET", `/monitors/${id}/runs`);
    last = `${status} ${JSON.stringify(body).slice(0, 300)}`;
    if (status === 404) return `monitor ${id} is gone`;
    if (status === 200 && /"(?:completed|success|succeeded|unchanged|baseline)"/.test(last)) {
      return "";
    }
  }
  return `monitor ${id} was never checked: ${last}`;
}

function doubled({ actions, events }: ChaosSite): readonly string[] {
  const writes = [...actions].filter(([key, count]) => key.startsWith("write/") && count > 1);
  const ids = Map.groupBy(events, ({ job, type }) => `${type} of ${job}`);
  const twice = [...ids].filter(([, all]) => new Set(all.map(({ id }) => id)).size > 1);
  return [...writes.map(([key]) => key), ...twice.map(([name]) => name)];
}

async function moneyFaults(
  records: Records,
  accounts: readonly string[],
): Promise<readonly string[]> {
  const call = { signal: AbortSignal.timeout(60_000) };
  const wrong: string[] = [];
  await records.ensure([jobRows, ledgerRows, accountRows], call);
  for (const [at, id] of accounts.entries()) {
    const [account] = await records.find(accountRows, { where: { id } }, call);
    const entries = await records.find(ledgerRows, { where: { account: id } }, call);
    const sum = entries.reduce((all, { credits }) => all + credits, 0);
    const balance = account?.balance ?? Number.NaN;
    if (sum !== balance) wrong.push(`account ${at}: ${balance} is left, the ledger says ${sum}`);
    const jobs = await records.find(jobRows, { where: { account: id, parent: null } }, call);
    const open = jobs.filter(({ status }) => status !== "completed" && status !== "failed");
    if (open.length > 0) wrong.push(`account ${at}: ${open.length} jobs are not settled`);
    const used = jobs.reduce((all, { creditsUsed }) => all + (creditsUsed ?? 0), 0);
    // Checks of monitors cost too, and are no jobs.
    if (at === 0 && balance !== CREDITS - used) {
      wrong.push(`account ${at}: ${balance} is left, its jobs cost ${used}`);
    }
  }
  return wrong;
}
