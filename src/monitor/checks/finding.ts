import type { Json, Operation } from "../../storage/index.ts";
import type { ChangeDiff } from "./change.ts";
import type { SnapshotRow } from "../collections.ts";
import type { LookFailure } from "./look.ts";

/** What a look comes to beside what was there before. */
export interface Finding {
  readonly status: "found";
  readonly snapshot: SnapshotParts;
  /** Texts that the snapshot names, by hash. */
  readonly texts: ReadonlyMap<string, string>;
  /** Whether it is what later looks are compared with. */
  readonly movesBaseline: boolean;
  readonly finalUrl: string | null;
  readonly change: FoundChange | undefined;
  readonly counts: PageCounts;
  /** Why something could not be compared, in a sentence; undefined where all was. */
  readonly uncompared: string | undefined;
  /** What else is written with it: pages of a site. */
  readonly operations: readonly Operation[];
}

/** What a snapshot is made of. */
interface SnapshotParts {
  readonly contentHash: string;
  readonly bodyHash: string | null;
  readonly comparedHash: string | null;
  readonly extractedData: Json;
  /** How many are watched. */
  readonly pages: number;
}

/** A change that counts. */
interface FoundChange {
  /** Of what is compared; its snapshots are named when it is stored. */
  readonly diff: ChangeDiff;
  /** The model's. */
  readonly summary: string | null;
}

/** Numbers of a run. */
interface PageCounts {
  readonly pagesCrawled: number;
  readonly pagesAdded: number;
  readonly pagesChanged: number;
  readonly pagesRemoved: number;
}

/** A finding, or why there is none. */
export type FindingOutcome = Finding | LookFailure;

/** What there was before; undefined when nothing was. */
export type Baseline = SnapshotRow | undefined;

/** Numbers of a run over one page. */
export function onePage(isChanged: boolean): PageCounts {
  return { pagesCrawled: 1, pagesAdded: 0, pagesChanged: isChanged ? 1 : 0, pagesRemoved: 0 };
}
