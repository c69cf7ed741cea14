import type { Clock } from "../../../../core/index.ts";
import {
  isStorageError,
  type Call,
  type Json,
  type Records,
  EnsuredRecords,
} from "../../../../storage/index.ts";
import type { Job } from "../../../jobs/job.ts";
import { buildRows, buildSlots, type BuildRow } from "./build-rows.ts";

/** Builds that an account may have under way (decisions, part 8). */
const SLOTS = 3;

/** How a build ended. */
export type BuildEnd =
  | {
      readonly status: "success";
      readonly actionId: string;
      readonly builtSlug: string;
      readonly skipped: readonly string[];
      readonly creditsCharged: number;
    }
  | { readonly status: "failed"; readonly error: string; readonly errorType: string };

/** What a build is known by when it is taken in. */
type NewBuild = Pick<
  BuildRow,
  "id" | "account" | "websiteUrl" | "goal" | "catalogSlug" | "visibility" | "country"
> & { readonly actions: readonly string[]; readonly creditsCharged: number };

/** Builds as rows. */
export class BuildStore {
  readonly #records: EnsuredRecords;
  readonly #clock: Clock;

  constructor({ records, clock }: { readonly records: Records; readonly clock: Clock }) {
    this.#records = new EnsuredRecords(records, [buildRows, buildSlots]);
    this.#clock = clock;
  }

  /** Adds a build; undefined when the account has as many under way as it may. */
  async add(build: NewBuild, call: Call): Promise<BuildRow | undefined> {
    const records = await this.#records.ready(call);
    const now = this.#clock.now();
    const row: BuildRow = {
      ...build,
      actions: [...build.actions],
      status: "pending",
      actionId: null,
      builtSlug: null,
      skipped: [],
      error: null,
      errorType: null,
      createdAt: now,
      updatedAt: now,
      completedAt: null,
    };
    await records.insert(buildRows, [row], call);
    if (await this.#takeSlot(records, row, call)) return row;
    await this.remove(row, call);
    return undefined;
  }

  /** Removes a build that was not begun. */
  async remove({ id, account }: Pick<BuildRow, "id" | "account">, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    await records.remove(buildSlots, { where: { account, build: id } }, call);
    await records.remove(buildRows, { where: { id } }, call);
  }

  /** Notes that a build is under way. */
  async begin(id: string, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const set = { status: "processing", updatedAt: this.#clock.now() };
    await records.update(buildRows, { where: { id, status: "pending" }, set }, call);
  }

  /** Notes how a build ended, unless that is known. */
  async end(row: Pick<BuildRow, "id" | "account">, end: BuildEnd, call: Call): Promise<void> {
    const { id, account } = row;
    const records = await this.#records.ready(call);
    const now = this.#clock.now();
    const own =
      end.status === "success"
        ? { ...end, skipped: end.skipped as Json }
        : { ...end, creditsCharged: 0 };
    const set = { ...own, updatedAt: now, completedAt: now };
    const status = { in: ["pending", "processing"] };
    await records.update(buildRows, { where: { id, status }, set }, call);
    await records.remove(buildSlots, { where: { account, build: id } }, call);
  }

  /** A build, of any account. */
  async find(id: string, call: Call): Promise<BuildRow | undefined> {
    const records = await this.#records.ready(call);
    const [row] = await records.find(buildRows, { where: { id } }, call);
    return row;
  }

  /** An account's builds, newest first, and how many there are. */
  async list(
    { account, status, skip, take }: BuildQuery,
    call: Call,
  ): Promise<{ readonly rows: BuildRow[]; readonly total: number }> {
    const records = await this.#records.ready(call);
    const where = { account, ...(status !== undefined && { status }) };
    const order = [
      ["createdAt", "desc"],
      ["id", "desc"],
    ] as const;
    const found = await records.find(buildRows, { where, order, limit: skip + take }, call);
    return { rows: found.slice(skip), total: await records.count(buildRows, { where }, call) };
  }

  /** Those of an account that are under way. */
  async open(account: string, call: Call): Promise<BuildRow[]> {
    const records = await this.#records.ready(call);
    const status = { in: ["pending", "processing"] };
    return await records.find(buildRows, { where: { account, status } }, call);
  }

  /** Removes all of an account's. */
  async removeOf(account: string, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    await records.remove(buildSlots, { where: { account } }, call);
    await records.remove(buildRows, { where: { account } }, call);
  }

  async #takeSlot(records: Records, { account, id }: BuildRow, call: Call): Promise<boolean> {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      try {
        await records.insert(buildSlots, [{ account, slot, build: id }], call);
        return true;
      } catch (error) {
        if (!isStorageError(error, "CONFLICT")) throw error;
      }
    }
    return false;
  }
}

/** Which builds. */
interface BuildQuery {
  readonly account: string;
  readonly status: string | undefined;
  readonly skip: number;
  readonly take: number;
}

/** Why a build whose job has ended without it has failed. */
export function lostEnd(job: Pick<Job, "error"> | undefined): BuildEnd {
  const error = job?.error ?? "The process that built it was lost.";
  const errorType = error.includes("timeout") ? "timeout" : "internal_error";
  return { status: "failed", error, errorType };
}
