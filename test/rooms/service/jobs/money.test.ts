import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { systemIds, type Ids } from "dragline";
import type { Records } from "dragline/storage";
import { MemoryBlobs } from "dragline/storage/memory";
import { FakeClock, FakeIds } from "dragline/testing";
import { AccountStore } from "../../../../src/service/accounts/account-store.ts";
import { jobRows, resultRows, type JobRow } from "../../../../src/service/jobs/collections.ts";
import type { Job, JobOutcome } from "../../../../src/service/jobs/job.ts";
import { eventRows } from "../../../../src/webhooks/collections.ts";
import { recordStores } from "../../webhooks/record-stores.ts";
import { ChaosQueue, flakyRecords } from "./chaos.ts";
import { call, makeRig, newJob, type Rig } from "./jobs-rig.ts";

/** In memory; a store on a disk or a server, which takes its time, gets a fifth. */
const SUBMISSIONS = 10_000;
/** Submissions at a time. */
const AT_ONCE = 200;
const ODDS = { write: 0.02, push: 0.02 };
const HOOK = "https://hooks.example/in";

/** What the jobs of the test came to, as those saw it who submitted them. */
interface Tally {
  granted: number;
  refused: number;
  unqueued: number;
  failed: number;
}

/** Runs that fail, cost less than was reserved, take a while, and are cut off. */
function running(ids: Ids, clock: FakeClock) {
  return async (job: Job): Promise<JobOutcome> => {
    const chance = ids.random();
    await new Promise<void>((resolve) => clock.timer(chance * 300, resolve));
    if (chance < 0.2) return { status: "failed", error: "HTTP 500" };
    if (chance < 0.22) throw new Error("bug");
    const reserved = (job.request as { cost: number }).cost;
    const credits = chance < 0.5 ? Math.floor(ids.random() * (reserved + 1)) : reserved;
    return { status: "completed", result: `{"chance":${chance}}`, credits };
  };
}

async function submitOne(rig: Rig, ids: Ids, tally: Tally): Promise<void> {
  const chance = ids.random();
  const [cost, webhookUrl] = [Math.floor(ids.random() * 5), ids.random() < 0.1 ? HOOK : null];
  const asked = { cost, webhookUrl, request: { cost } };
  if (chance < 0.01) {
    const credits = 1 + Math.floor(ids.random() * 400);
    await rig.accounts.grant(rig.account, credits, "more");
    tally.granted += credits;
  } else if (chance < 0.11)
    await rig.jobs.submit(newJob(rig.account, { ...asked, hit: "{}" }), call);
  else if (chance < 0.16) {
    const { type: _, hit: _hit, url, cost: _cost, ...rest } = newJob(rig.account, asked);
    const child = { url, cost, request: asked.request };
    const children = [child, child, ids.random() < 0.5 ? child : { ...child, hit: "{}" }];
    await rig.jobs.submitBatch({ ...rest, urls: [url, url, url], children }, call);
  } else await rig.jobs.submit(newJob(rig.account, asked), call);
}

async function submitMany(
  rigs: readonly Rig[],
  { ids, tally, count }: { readonly ids: Ids; readonly tally: Tally; readonly count: number },
): Promise<void> {
  let left = count;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const rig = rigs[left % rigs.length] as Rig;
      await submitOne(rig, ids, tally).catch((error: { code?: string }) => {
        if (error.code === "INSUFFICIENT_CREDITS") tally.refused += 1;
        else if (error.code === "QUEUE_ERROR") tally.unqueued += 1;
        else if (error.code === "UNAVAILABLE") tally.failed += 1;
        else throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

/** Lets time pass until nothing is open. */
async function passUntil(
  clock: FakeClock,
  records: Records,
  isOver: () => Promise<boolean>,
): Promise<void> {
  for (let step = 0; ; step += 1) {
    await clock.advance(100);
    await turn();
    // Time passes no faster than the store answers, or no job would come to its end in time.
    await records.find(jobRows, { where: { id: "none" } }, call);
    if (step % 50 === 0 && (await isOver())) return;
  }
}

/** What must hold whatever went wrong. */
async function check(rig: Rig, records: Records, tally: Tally): Promise<readonly JobRow[]> {
  const rows = await records.find(jobRows, {}, call);
  expect(rows.filter(({ status }) => status !== "completed" && status !== "failed")).toEqual([]);
  const tops = rows.filter(({ parent }) => parent === null);
  const used = tops.reduce((sum, { creditsUsed }) => sum + (creditsUsed ?? Number.NaN), 0);
  const account = await rig.accounts.get(rig.account);
  expect(account).toMatchObject({ balance: 300 + tally.granted - used, used });
  expect(account.balance).toBeGreaterThanOrEqual(0);
  const entries = await rig.accounts.entries(rig.account);
  expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(account.balance);
  for (const batch of tops.filter(({ type }) => type === "batch_url_scraper")) {
    const children = rows.filter(({ parent }) => parent === batch.id);
    const sum = children.reduce((all, { creditsUsed }) => all + (creditsUsed ?? Number.NaN), 0);
    expect(batch.creditsUsed).toBe(sum);
    const completed = children.filter(({ status }) => status === "completed").length;
    if (batch.error !== "could not be queued") expect(batch.unitsCompleted).toBe(completed);
    expect([batch.unitsTotal, batch.left]).toEqual([children.length, null]);
  }
  await checkResults(rows, records);
  await checkEvents(tops, records);
  return rows;
}

async function checkResults(rows: readonly JobRow[], records: Records): Promise<void> {
  const results = new Set((await records.find(resultRows, {}, call)).map(({ id }) => id));
  const completed = rows.filter(
    ({ status, type }) => status === "completed" && type !== "batch_url_scraper",
  );
  expect(results).toEqual(new Set(completed.map(({ id }) => id)));
}

async function checkEvents(tops: readonly JobRow[], records: Records): Promise<void> {
  const bodies = (await records.find(eventRows, {}, call)).map(({ body }) => {
    const text = new TextDecoder().decode(body);
    return (JSON.parse(text) as { data: { jobId: string } }).data.jobId;
  });
  const told = tops.filter(
    ({ webhookUrl, error }) => webhookUrl && error !== "could not be queued",
  );
  expect(bodies.toSorted()).toEqual(told.map(({ id }) => id).toSorted());
}

describe.each(recordStores)("the money of an account on %s", (name, isThere, make) => {
  it.skipIf(!isThere)(
    "is what it was given less what its jobs cost, whatever fails, comes twice or is lost",
    { timeout: 300_000 },
    async () => {
      const open = make();
      const [chance, clock] = [new FakeIds(7), new FakeClock()];
      const queue = new ChaosQueue(clock, chance, ODDS);
      const blobs = new MemoryBlobs();
      const odds = { ...ODDS, write: 0 };
      const run = running(chance, clock);
      const rigs: Rig[] = [];
      for (const records of [await open(), await open()]) {
        await records.ensure([jobRows, resultRows], call);
        const flaky = flakyRecords(records, chance, odds);
        // One of the two runs what it is given itself, with fewer places than it needs.
        const kind = { run, start: rigs.length === 1 ? "soon" : "queue" } as const;
        rigs.push(await makeRig({ records: flaky, blobs, queue, clock, ids: systemIds, kind }));
      }
      const [rig] = rigs as [Rig];
      // A grant that fails after it was made would leave the test, not the service, wrong.
      const settings = { newAccountCredits: 300 };
      const accounts = new AccountStore({ records: await open(), clock, ids: systemIds, settings });
      const shared = rigs.map((each) => ({ ...each, accounts, account: rig.account }));
      const stops = rigs.map((each) => each.start(60_000));
      odds.write = ODDS.write;
      const tally: Tally = { granted: 0, refused: 0, unqueued: 0, failed: 0 };
      let isSubmitted = false;
      const count = name === "MemoryRecords" ? SUBMISSIONS : SUBMISSIONS / 5;
      const plan = { ids: chance, tally, count };
      const submitting = submitMany(shared, plan).then(() => (isSubmitted = true));
      const unsettled = { status: { in: ["pending", "processing"] } };
      await passUntil(clock, rig.records, async () => {
        return isSubmitted && (await rig.records.count(jobRows, { where: unsettled }, call)) === 0;
      });
      await submitting;
      odds.write = 0;
      await Promise.all(stops.map((stop) => stop()));
      const rows = await check(rig, rig.records, tally);
      // Or nothing of what is to be survived has happened.
      expect(tally.refused + tally.unqueued + tally.failed).toBeGreaterThan(count / 100);
      expect(rows.filter(({ runs }) => runs > 1).length).toBeGreaterThan(count / 500);
      expect(rows.filter(({ status }) => status === "completed").length).toBeGreaterThan(
        count / 10,
      );
    },
  );
});
