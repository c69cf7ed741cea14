import type { Records } from "../../storage/index.ts";
import { pageRows, type MonitorRow } from "../collections.ts";
import type { Body } from "../content/content.ts";
import type { BodyStore } from "../store/body-store.ts";
import type { Before } from "./agreed-look.ts";
import { recordOf } from "./compare-values.ts";
import type { Baseline } from "./finding.ts";
import type { Look } from "./look.ts";

/** Where what was there before is kept. */
interface StateBeforeParts {
  readonly records: Records;
  readonly bodies: BodyStore;
}

/** Two looks, and what they are compared with. */
interface TwoLooks {
  readonly row: MonitorRow;
  readonly baseline: Baseline;
  readonly first: Look;
  readonly second: Look;
}

/** What was there before two looks, as far as it says whether they agree. */
export async function stateBefore(
  parts: StateBeforeParts,
  looks: TwoLooks,
  signal: AbortSignal,
): Promise<Before> {
  const { row, baseline, first, second } = looks;
  const text = async (hash: string | null | undefined): Promise<string> =>
    (await parts.bodies.read(row.id, hash ?? "", { signal }))?.text ?? "";
  const values = recordOf(baseline?.extractedData ?? null);
  const pages = new Map<string, string>();
  if (first.kind !== "site" || second.kind !== "site") {
    return { compared: await text(baseline?.comparedHash ?? baseline?.bodyHash), values, pages };
  }
  const where = { monitorId: row.id, status: { ne: "removed" } };
  const tracked = await parts.records.find(pageRows, { where }, { signal });
  for (const { url, comparedHash, contentHash } of tracked) {
    if (!differ(first.pages.get(url), second.pages.get(url))) continue;
    pages.set(url, await text(comparedHash ?? contentHash));
  }
  return { compared: "", values, pages };
}

/** Whether a page is in both looks, and not the same. */
function differ(first: Body | undefined, second: Body | undefined): boolean {
  return first !== undefined && second !== undefined && first.compared !== second.compared;
}
