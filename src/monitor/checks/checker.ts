import type { LanguageModel, SchemaJudge } from "../../ai/index.ts";
import {
  deadline,
  DeadlineExceeded,
  unlessAborted,
  wait,
  type Clock,
  type Ids,
} from "../../core/index.ts";
import { isStorageError, type Records } from "../../storage/index.ts";
import { snapshotRows, type MonitorRow } from "../collections.ts";
import { definitionOf } from "../definition/monitor-view.ts";
import { nextSlot } from "../schedule/next-slot.ts";
import type { BodyStore } from "../store/body-store.ts";
import { agreedLook } from "./agreed-look.ts";
import { changeTexts } from "./change-texts.ts";
import { compareBody } from "./compare-body.ts";
import { compareSite } from "./compare-site.ts";
import { compareValues } from "./compare-values.ts";
import type { Baseline, Finding, FindingOutcome } from "./finding.ts";
import { judgeChange } from "./judge-change.ts";
import { lookFailure, type Look, type LookFailure, type LookOutcome } from "./look.ts";
import { hostFailure } from "./host-failure.ts";
import type { LookerParts, Watched } from "./looker-parts.ts";
import { asked, lookAt } from "./looker.ts";
import { stateBefore } from "./state-before.ts";

/** What checks work with. */
export interface CheckerParts extends LookerParts {
  readonly records: Records;
  readonly bodies: BodyStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly model: LanguageModel | undefined;
  /** Judges the model's answers. */
  readonly schemaJudge: SchemaJudge;
}

const internal = Object.freeze({
  code: "INTERNAL",
  otherwise: "The check failed unexpectedly.",
});

/** A site has so many times as long as a page. */
const SITE_TIMES = 6;

/** Finds out what a monitor's page, site or action is now, and what that changes. Stores nothing. */
export class Checker {
  readonly #parts: CheckerParts;
  readonly #timeoutMs: number;

  /** @param timeoutMs for one look */
  constructor(parts: CheckerParts, timeoutMs: number) {
    this.#parts = parts;
    this.#timeoutMs = timeoutMs;
  }

  /** @throws StorageError of our own records; the signal's reason */
  async check(row: MonitorRow, signal: AbortSignal): Promise<FindingOutcome> {
    const watched = { row, definition: definitionOf(row) };
    try {
      const unfit = this.#unfit(watched);
      return unfit ?? (await this.#find(watched, signal));
    } catch (error) {
      signal.throwIfAborted();
      if (isStorageError(error)) throw error;
      return hostFailure(row, error, internal);
    }
  }

  /** What of a definition cannot be worked with, in whatever way it came to be stored. */
  #unfit({ row, definition }: Watched): LookFailure | undefined {
    if (definition.aiMode && this.#parts.model === undefined) {
      return lookFailure("NOT_CONFIGURED", "There is no model for `aiMode`.");
    }
    try {
      nextSlot(definition.schedule, row.anchor, this.#parts.clock.now());
    } catch (cause) {
      const { message } = cause as Error;
      return lookFailure("INTERNAL", `The schedule cannot be read: ${message}`);
    }
    if (URL.canParse(definition.url)) return undefined;
    return lookFailure("INTERNAL", "The definition is no longer valid.");
  }

  async #find(watched: Watched, signal: AbortSignal): Promise<FindingOutcome> {
    const { row, definition } = watched;
    const [baseline] = row.baselineId === null ? [] : await this.#snapshot(row.baselineId, signal);
    const seen = await this.#look(watched, signal);
    if (seen.status === "failed") return seen;
    const found = await this.#compare({ watched, look: seen.look, baseline }, signal);
    if (found.status === "failed" || found.change === undefined) return found;
    const { confirmAfterMs = 0 } = definition.filters;
    const confirmed =
      confirmAfterMs > 0
        ? await this.#confirm({ watched, look: seen.look, baseline }, signal)
        : found;
    if (confirmed.status === "failed" || confirmed.change === undefined) return confirmed;
    return definition.aiMode ? this.#judge({ watched, baseline }, confirmed, signal) : confirmed;
  }

  /** One look, no longer than it may take, whatever the acquirer does. */
  async #look(watched: Watched, signal: AbortSignal): Promise<LookOutcome> {
    const times = watched.definition.scope === "site" ? SITE_TIMES : 1;
    using limit = deadline(this.#parts.clock, this.#timeoutMs * times, signal);
    try {
      return await unlessAborted(lookAt(this.#parts, watched, limit.signal), limit.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (limit.expired && error instanceof DeadlineExceeded) {
        return lookFailure("TIMEOUT", `The check took longer than ${limit.ms} ms.`);
      }
      return hostFailure(watched.row, error, internal);
    }
  }

  async #compare({ watched, look, baseline }: Seen, signal: AbortSignal): Promise<FindingOutcome> {
    if (look.kind === "body") return compareBody(this.#parts, { watched, look, baseline }, signal);
    if (look.kind === "values") return compareValues({ watched, look, baseline });
    const now = (): number => this.#parts.clock.now();
    return compareSite({ ...this.#parts, now }, { watched, look, baseline }, signal);
  }

  /** Looks again: only what both looks agree on counts. */
  async #confirm({ watched, look, baseline }: Seen, signal: AbortSignal): Promise<FindingOutcome> {
    await wait(this.#parts.clock, watched.definition.filters.confirmAfterMs ?? 0, signal);
    const again = await this.#look(watched, signal);
    if (again.status === "failed") return again;
    const looks = { first: look, second: again.look };
    const before = await stateBefore(this.#parts, { ...watched, baseline, ...looks }, signal);
    const agreed = agreedLook(look, again.look, before);
    const found = await this.#compare({ watched, look: agreed ?? again.look, baseline }, signal);
    if (found.status === "failed" || agreed !== undefined || found.change === undefined)
      return found;
    const counts = { ...found.counts, pagesChanged: 0 };
    return { ...found, counts, change: undefined, movesBaseline: false };
  }

  /** Has the model say what of a change matters; what does not is none. */
  async #judge(
    { watched, baseline }: Omit<Seen, "look">,
    finding: Finding,
    signal: AbortSignal,
  ): Promise<FindingOutcome> {
    const { model, bodies, clock, ids, schemaJudge: judge } = this.#parts;
    const { change, texts } = finding;
    if (change === undefined || model === undefined) return finding;
    const { row, definition } = watched;
    const read = async (hash: string): Promise<string | undefined> =>
      texts.get(hash) ?? (await bodies.read(row.id, hash, { signal }))?.text;
    const ends = { before: baseline, after: finding.snapshot };
    const { before = "", after = "" } = await changeTexts(change.diff, ends, read);
    const question = { url: definition.url, goal: definition.aiGoal, before, after };
    using limit = deadline(clock, this.#timeoutMs, signal);
    const asking = judgeChange({ model, judge, clock, ids }, question, limit.signal);
    const verdict = await asked(unlessAborted(asking, limit.signal), row, signal);
    if (!("answer" in verdict)) return verdict;
    const { summary, summarySupport, meaningful } = verdict.answer;
    if (meaningful.length === 0) {
      const counts = { ...finding.counts, pagesAdded: 0, pagesChanged: 0, pagesRemoved: 0 };
      return { ...finding, change: undefined, counts };
    }
    const diff = { ...change.diff, aiMeaningful: meaningful, summarySupport };
    return { ...finding, change: { diff, summary } };
  }

  #snapshot(id: string, signal: AbortSignal): Promise<Exclude<Baseline, undefined>[]> {
    return this.#parts.records.find(snapshotRows, { where: { id } }, { signal });
  }
}

/** A look, what it is compared with, and whose it is. */
interface Seen {
  readonly watched: Watched;
  readonly look: Look;
  readonly baseline: Baseline;
}
