import type { Clock } from "../../core/index.ts";
import type { Blobs, Call, Records } from "../../storage/index.ts";
import type { ChangeDiff } from "../checks/change.ts";
import {
  bodyRows,
  changeRows,
  hostRows,
  hostSlotRows,
  monitorRows,
  pageRows,
  runRows,
  snapshotRows,
} from "../collections.ts";
import { uncancelled } from "../../storage/internal.ts";

/** What retention works with. */
interface RetentionParts {
  readonly records: Records;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly maxHistory: number;
  readonly runRetentionMs: number;
}

/** A body that was named lately may be named by a check under way. */
const MARGIN = 3_600_000;
const DAY = 86_400_000;
/** So many snapshots more than are kept may there be for a while. */
const UNCUT = 20;
const BATCH = 200;

/** Removes what is kept no longer. Several processes may do it at once; what one leaves, another ends. */
export class Retention {
  readonly #parts: RetentionParts;

  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  /** Old runs, bodies that are to go, and hosts that nobody asks any more. */
  async sweep(now: number): Promise<void> {
    const { records, runRetentionMs } = this.#parts;
    const old = { startedAt: { lt: now - runRetentionMs }, status: { ne: "processing" } };
    await records.remove(runRows, { where: old }, uncancelled);
    await records.remove(hostRows, { where: { openUntil: { lt: now - DAY } } }, uncancelled);
    await records.remove(hostSlotRows, { where: { heldUntil: { lt: now - DAY } } }, uncancelled);
    await this.#removeBodies({ hash: null, usedAt: { lt: now - MARGIN } }, uncancelled);
  }

  /** Cuts down the history of a monitor, if it has grown since that was done last. */
  async prune(monitorId: string): Promise<void> {
    const { records } = this.#parts;
    const where = { id: monitorId, uncut: { gte: Math.min(UNCUT, this.#parts.maxHistory) } };
    const [row] = await records.find(monitorRows, { where }, uncancelled);
    if (row === undefined) return;
    await this.#cut(monitorId, row.baselineId);
    await this.#dropUnnamed(monitorId);
    await records.update(monitorRows, { where, set: { uncut: 0 } }, uncancelled);
  }

  /** Removes the blobs of a monitor that is gone. */
  async removeBlobs(monitorId: string, call: Call): Promise<void> {
    await this.#removeBodies({ hash: null, monitorId }, call);
  }

  /** Drops what is older than what is kept, but never the baseline. */
  async #cut(monitorId: string, baselineId: string | null): Promise<void> {
    const { records, maxHistory } = this.#parts;
    const query = {
      where: { monitorId },
      order: [["sequence", "desc"]],
      limit: maxHistory + 1,
    } as const;
    const snapshot = (await records.find(snapshotRows, query, uncancelled))[maxHistory];
    if (snapshot !== undefined) {
      const sequence = { lte: snapshot.sequence };
      const where = { monitorId, sequence, id: { ne: baselineId } };
      await records.remove(snapshotRows, { where }, uncancelled);
    }
    const change = (await records.find(changeRows, query, uncancelled))[maxHistory];
    if (change === undefined) return;
    const where = { monitorId, sequence: { lte: change.sequence } };
    await records.remove(changeRows, { where }, uncancelled);
  }

  async #dropUnnamed(monitorId: string): Promise<void> {
    const { records, clock } = this.#parts;
    const old = { monitorId, usedAt: { lt: clock.now() - MARGIN } };
    const bodies = await records.find(bodyRows, { where: old }, uncancelled);
    if (bodies.length === 0) return;
    const named = await this.#named(monitorId);
    const idle = bodies.filter(({ hash }) => hash !== null && !named.has(hash));
    for (let at = 0; at < idle.length; at += BATCH) {
      const id = { in: idle.slice(at, at + BATCH).map((body) => body.id) };
      // A check that has named one meanwhile keeps it.
      await records.update(bodyRows, { where: { ...old, id }, set: { hash: null } }, uncancelled);
    }
    await this.#removeBodies({ hash: null, ...old }, uncancelled);
  }

  async #named(monitorId: string): Promise<ReadonlySet<string>> {
    const { records } = this.#parts;
    const query = { where: { monitorId } };
    const [snapshots, pages, changes] = await Promise.all([
      records.find(snapshotRows, query, uncancelled),
      records.find(pageRows, query, uncancelled),
      records.find(changeRows, query, uncancelled),
    ]);
    const hashes = [
      ...snapshots.flatMap(({ bodyHash, comparedHash }) => [bodyHash, comparedHash]),
      ...pages.flatMap(({ contentHash, comparedHash }) => [contentHash, comparedHash]),
      ...changes.flatMap(({ diff }) => pageHashes(diff as unknown as ChangeDiff)),
    ];
    return new Set(hashes.filter((hash) => hash !== null));
  }

  /** Blobs first, so that none is left without its row. */
  async #removeBodies(
    where: {
      readonly hash: null;
      readonly monitorId?: string;
      readonly usedAt?: { readonly lt: number };
    },
    call: Call,
  ): Promise<void> {
    const { records, blobs } = this.#parts;
    for (;;) {
      const rows = await records.find(bodyRows, { where, limit: BATCH }, call);
      for (const { blobKey } of rows) if (blobKey !== null) await blobs.remove(blobKey, call);
      const id = { in: rows.map((row) => row.id) };
      await records.remove(bodyRows, { where: { ...where, id } }, call);
      if (rows.length < BATCH) return;
    }
  }
}

function pageHashes(diff: ChangeDiff): string[] {
  if (diff.type !== "site") return [];
  return diff.changed.flatMap(({ beforeHash, afterHash }) => [beforeHash, afterHash]);
}
