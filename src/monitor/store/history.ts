import { checkNumber } from "../../core/index.ts";
import type { Differ, TextDiffOptions } from "../../diff/index.ts";
import type { Call, Records } from "../../storage/index.ts";
import { changeTexts } from "../checks/change-texts.ts";
import {
  changeRows,
  pageRows,
  runRows,
  snapshotRows,
  type ChangeRow,
  type PageRow,
  type RunRow,
  type SnapshotRow,
} from "../collections.ts";
import { changeView } from "../definition/monitor-view.ts";
import type { ChangeDetail, HistoryQuery, SnapshotContent } from "../monitors.ts";
import { recordsCall } from "../../storage/internal.ts";
import type { BodyStore } from "./body-store.ts";

/** What a history works with. */
interface HistoryParts {
  readonly records: Records;
  readonly bodies: BodyStore;
  readonly differ: Differ;
  /** Changes and snapshots that are kept. */
  readonly maxHistory: number;
}

const MOST = 200;
const newest = [["sequence", "desc"]] as const;

/** What became of a monitor: runs, changes and snapshots, newest first; whether it is there is not asked. */
export class History {
  readonly #parts: HistoryParts;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
  }

  async run(monitorId: string, id: string, call: Call): Promise<RunRow | undefined> {
    const [run] = await this.#parts.records.find(runRows, { where: { id, monitorId } }, call);
    return run;
  }

  /** @throws CoreError `INVALID_OPTION` */
  runs(monitorId: string, query: HistoryQuery = {}): Promise<RunRow[]> {
    const wanted = { where: { monitorId }, order: newest, limit: limitOf(query) };
    return this.#parts.records.find(runRows, wanted, recordsCall(query));
  }

  /** @throws CoreError `INVALID_OPTION` */
  changes(monitorId: string, query: HistoryQuery = {}): Promise<ChangeRow[]> {
    const limit = Math.min(limitOf(query), this.#parts.maxHistory);
    const wanted = { where: { monitorId }, order: newest, limit };
    return this.#parts.records.find(changeRows, wanted, recordsCall(query));
  }

  /** @throws CoreError `INVALID_OPTION` */
  snapshots(monitorId: string, query: HistoryQuery = {}): Promise<SnapshotRow[]> {
    const limit = Math.min(limitOf(query), this.#parts.maxHistory);
    const wanted = { where: { monitorId }, order: newest, limit };
    return this.#parts.records.find(snapshotRows, wanted, recordsCall(query));
  }

  pages(monitorId: string, call: Call): Promise<PageRow[]> {
    const query = { where: { monitorId }, order: [["url", "asc"]] } as const;
    return this.#parts.records.find(pageRows, query, call);
  }

  async content(
    monitorId: string,
    which: { readonly snapshotId: string } | { readonly hash: string },
    call: Call,
  ): Promise<SnapshotContent | undefined> {
    const { bodies } = this.#parts;
    const snapshot =
      "hash" in which
        ? await this.#snapshot({ monitorId, contentHash: which.hash }, call)
        : await this.#snapshot({ monitorId, id: which.snapshotId }, call);
    const hash = "hash" in which ? which.hash : snapshot?.bodyHash;
    if (hash === undefined || hash === null) return undefined;
    const body = await bodies.read(monitorId, hash, call);
    if (body === undefined) return undefined;
    const { contentHash = hash, capturedAt = body.capturedAt } = snapshot ?? {};
    return { content: body.text, capturedAt, contentHash };
  }

  /** A change, compared anew; the newest without an id. */
  async compare(
    monitorId: string,
    changeId: string | undefined,
    query: { readonly options: TextDiffOptions; readonly call: Call },
  ): Promise<ChangeDetail | undefined> {
    const { records, bodies, differ } = this.#parts;
    const { options, call } = query;
    const where = changeId === undefined ? { monitorId } : { monitorId, id: changeId };
    const [row] = await records.find(changeRows, { where, order: newest, limit: 1 }, call);
    if (row === undefined) return undefined;
    const change = changeView(row);
    const { diff } = change;
    const ends = {
      before: await this.#snapshot({ monitorId, id: row.beforeSnapshotId }, call),
      after: await this.#snapshot({ monitorId, id: row.snapshotId }, call),
    };
    const read = async (hash: string): Promise<string | undefined> =>
      (await bodies.read(monitorId, hash, call))?.text;
    const { before, after } = await changeTexts(diff, ends, read);
    const isWhole = before !== undefined && after !== undefined;
    const text = isWhole ? await differ.text(before, after, { ...options, ...call }) : undefined;
    return { change, diff, before, after, text };
  }

  async #snapshot(
    where: { readonly monitorId: string; readonly id?: string; readonly contentHash?: string },
    call: Call,
  ): Promise<SnapshotRow | undefined> {
    const query = { where, order: newest, limit: 1 };
    const [row] = await this.#parts.records.find(snapshotRows, query, call);
    return row;
  }
}

function limitOf({ limit = MOST }: HistoryQuery): number {
  checkNumber("limit", limit, { min: 1, max: MOST });
  return limit;
}
