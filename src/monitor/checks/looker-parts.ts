import type { Acquirer } from "../acquire/acquirer.ts";
import type { MonitorRow } from "../collections.ts";
import type { ContentMaker } from "../content/content.ts";
import type { StoredDefinition } from "../definition/definition-defaults.ts";
import type { ValueReader } from "../content/value-reader.ts";

/** What looks work with. */
export interface LookerParts {
  readonly acquirer: Acquirer;
  readonly contentMaker: ContentMaker;
  readonly reader: ValueReader | undefined;
}

/** A monitor's definition and row. */
export interface Watched {
  readonly row: MonitorRow;
  readonly definition: StoredDefinition;
}
