import { checkArgument, checkNumber } from "../../core/index.ts";
import type { Clock, Ids } from "../../core/index.ts";
import {
  inserting,
  removing,
  updating,
  type Call,
  type Operation,
  type Records,
} from "../../storage/index.ts";
import { checkDefinition, checkExpiry } from "../definition/check-definition.ts";
import { monitorRows, pageRows, type MonitorRow } from "../collections.ts";
import type { MonitorDefinition } from "../definition/definition.ts";
import { MonitorError } from "../monitor-error.ts";
import {
  added,
  expiredAt,
  isNewBaseline,
  paused,
  replaced,
  resumed,
  type MonitorSet,
} from "../definition/monitor-states.ts";
import type { MonitorQuery } from "../monitors.ts";
import type { MonitorsSettings } from "../monitors-settings.ts";
import { freeSlot } from "./free-slot.ts";

/** What a store of monitors works with. */
interface MonitorStoreParts {
  /** They have the collections of monitors. */
  readonly records: Records;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** An edit: what is written, and what goes with it in one step. */
interface Edit {
  readonly set: MonitorSet;
  readonly operations?: readonly Operation[];
}

/** Monitors in records. Edits are fenced by the row's revision and begin anew where it went on. */
export class MonitorStore {
  readonly #parts: MonitorStoreParts;
  readonly #settings: MonitorsSettings;

  constructor(parts: MonitorStoreParts, settings: MonitorsSettings) {
    this.#parts = parts;
    this.#settings = settings;
  }

  /** @throws MonitorError `INVALID_DEFINITION`, `TOO_MANY_ACTIVE` */
  async add(given: MonitorDefinition, call: Call): Promise<MonitorRow> {
    const { records, ids } = this.#parts;
    const definition = checkDefinition(given, this.#terms.now);
    const row = added(ids.uuid(), definition, this.#terms);
    for (;;) {
      const slot = await this.#slotOf(row, call);
      const placed = { ...row, slot };
      const outcome = await records.atomic([inserting(monitorRows, [placed])], call);
      if (outcome.applied) return placed;
    }
  }

  async list(query: MonitorQuery, call: Call): Promise<MonitorRow[]> {
    checkArgument("query of list({ owner })", query, "object");
    const { owner, isActive, limit = Infinity, before } = query;
    if (limit !== Infinity) checkNumber("limit", limit, { min: 1 });
    const where = owner === undefined ? {} : { owner };
    // What is active is known when a row is read.
    const most = isActive === undefined ? limit : Infinity;
    const rows = await this.#newest(before, { where, limit: most }, call);
    const current = rows.map((row) => this.#current(row));
    return current
      .filter((row) => isActive === undefined || row.isActive === isActive)
      .slice(0, limit);
  }

  /** The newest first, of those that are older than one of them where one is named. */
  async #newest(
    before: string | undefined,
    { where, limit }: { readonly where: { readonly owner?: string }; readonly limit: number },
    call: Call,
  ): Promise<MonitorRow[]> {
    const order = [
      ["createdAt", "desc"],
      ["id", "desc"],
    ] as const;
    const { records } = this.#parts;
    if (before === undefined) return records.find(monitorRows, { where, order, limit }, call);
    const [named] = await records.find(monitorRows, { where: { ...where, id: before } }, call);
    if (named === undefined) return [];
    const { createdAt } = named;
    const beside = { ...where, createdAt, id: { lt: before } };
    const first = await records.find(monitorRows, { where: beside, order, limit }, call);
    const older = { ...where, createdAt: { lt: createdAt } };
    const left = limit - first.length;
    return [
      ...first,
      ...(await records.find(monitorRows, { where: older, order, limit: left }, call)),
    ];
  }

  /** @throws MonitorError `UNKNOWN_MONITOR` */
  async get(id: string, call: Call): Promise<MonitorRow> {
    return this.#current(await this.#row(id, call));
  }

  /** @throws MonitorError `UNKNOWN_MONITOR`, `INVALID_DEFINITION`, `TOO_MANY_ACTIVE` */
  replace(id: string, given: MonitorDefinition, call: Call): Promise<MonitorRow> {
    const definition = checkDefinition(given, this.#terms.now);
    return this.#edit(id, call, (row) => {
      const forgets = isNewBaseline(row, definition);
      const operations = forgets ? [removing(pageRows, { where: { monitorId: id } })] : [];
      return { set: replaced(row, definition, this.#terms), operations };
    });
  }

  pause(id: string, call: Call): Promise<MonitorRow> {
    return this.#edit(id, call, (row) => ({ set: row.isActive ? paused(row) : {} }));
  }

  /** @throws MonitorError `MONITOR_EXPIRED`, `INVALID_DEFINITION`, `TOO_MANY_ACTIVE` */
  resume(id: string, expiresAt: number | null | undefined, call: Call): Promise<MonitorRow> {
    if (expiresAt !== undefined) checkExpiry(expiresAt, this.#terms.now);
    return this.#edit(id, call, (row) => {
      if (row.expired && expiresAt === undefined) {
        throw new MonitorError("MONITOR_EXPIRED", {
          message: "The monitor has expired; resume it with another `expiresAt`, or null.",
        });
      }
      const end = expiresAt === undefined ? {} : { expiresAt, expired: false };
      return { set: { ...end, ...resumed(row, this.#terms) } };
    });
  }

  /** @throws MonitorError `INVALID_DEFINITION` */
  expire(id: string, expiresAt: number | null, call: Call): Promise<MonitorRow> {
    checkExpiry(expiresAt, this.#terms.now);
    return this.#edit(id, call, () => ({ set: { expiresAt, expired: false } }));
  }

  /** Watches a page no longer, or again; false where that changes nothing. */
  async exclude(id: string, { url, isOut }: ExcludedPage, call: Call): Promise<boolean> {
    let isDone = false;
    await this.#edit(id, call, async (row) => {
      const excluded = row.excludedUrls as readonly string[];
      const where = { monitorId: id, url };
      const isTracked = (await this.#parts.records.count(pageRows, { where }, call)) > 0;
      isDone = isOut ? isTracked : excluded.includes(url);
      if (!isDone) return { set: {} };
      const others = excluded.filter((one) => one !== url);
      const excludedUrls = isOut ? [...others, url] : others;
      return { set: { excludedUrls }, operations: [removing(pageRows, { where })] };
    });
    return isDone;
  }

  get #terms(): { readonly now: number; readonly jitterMs: number } {
    return { now: this.#parts.clock.now(), jitterMs: this.#settings.jitterMs };
  }

  /** As it is now, though nobody may have written that its time is over. */
  #current(row: MonitorRow): MonitorRow {
    return { ...row, ...expiredAt(row, this.#parts.clock.now()) };
  }

  async #row(id: unknown, call: Call): Promise<MonitorRow> {
    const where = { id: typeof id === "string" ? id : "" };
    const [row] = await this.#parts.records.find(monitorRows, { where }, call);
    if (row !== undefined) return row;
    throw new MonitorError("UNKNOWN_MONITOR", { message: "There is no such monitor." });
  }

  async #edit(
    id: string,
    call: Call,
    change: (row: MonitorRow) => Edit | Promise<Edit>,
  ): Promise<MonitorRow> {
    const { records, clock } = this.#parts;
    for (;;) {
      const row = await this.#row(id, call);
      const current = this.#current(row);
      const { set, operations = [] } = await change(current);
      if (Object.keys(set).length === 0) return current;
      const next = { ...expiredAt(row, clock.now()), ...set, updatedAt: clock.now() };
      const slot = await this.#slotOf({ ...current, ...next }, call);
      const where = { id, revision: row.revision };
      const update = { where, set: { ...next, slot }, add: { revision: 1 } };
      const outcome = await records.atomic([updating(monitorRows, update, 1), ...operations], call);
      if (outcome.applied) return outcome.rows[0]?.[0] as MonitorRow;
    }
  }

  #slotOf(row: MonitorRow, call: Call): Promise<number | null> {
    const { maxActivePerOwner } = this.#settings;
    return freeSlot({ ...this.#parts, maxActivePerOwner }, row, call);
  }
}

/** A page of a site, and whether it is to be out. */
interface ExcludedPage {
  readonly url: string;
  readonly isOut: boolean;
}
