import type { JobBells } from "../job-bells.ts";
import type { InnerParts } from "../job-parts.ts";

/** The dependencies of the board. */
export interface BoardParts extends Pick<InnerParts, "records" | "clock" | "kinds" | "settings"> {
  readonly bells: JobBells;
}
