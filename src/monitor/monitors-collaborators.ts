import type { LanguageModel } from "../ai/index.ts";
import type { Clock, Ids } from "../core/index.ts";
import type { Differ } from "../diff/index.ts";
import type { Blobs, Records } from "../storage/index.ts";
import type { Acquirer } from "./acquire/acquirer.ts";
import type { CheckLedger } from "./checks/check-ledger.ts";
import type { ContentMaker } from "./content/content.ts";
import type { ValueReader } from "./content/value-reader.ts";

/** What monitors work with; each is borrowed and left open. */
export interface MonitorsCollaborators {
  /** Where pages come from. */
  readonly acquirer: Acquirer;
  /** Where everything is remembered; memory when absent, gone with the process. */
  readonly records?: Records | undefined;
  /** Where bodies above `inlineBytes` are kept; with the records when absent. */
  readonly blobs?: Blobs | undefined;
  /** What checks cost and whom they tell; nothing and nobody when absent. */
  readonly ledger?: CheckLedger | undefined;
  /** For `aiMode`, and for values that a page's own data does not tell; checks fail without it. */
  readonly model?: LanguageModel | undefined;
  /** What reads such values; one over `model` when absent. */
  readonly reader?: ValueReader | undefined;
  /** What compares; one of the monitors' own when absent. */
  readonly differ?: Differ | undefined;
  /** What makes pages into contents; one of the monitors' own when absent. */
  readonly contentMaker?: ContentMaker | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}
