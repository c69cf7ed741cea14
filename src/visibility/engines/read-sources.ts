import type { Clock } from "../../core/index.ts";
import type { Transport } from "../../fetcher/index.ts";
import { readRows } from "../../search/index.ts";
import type { AnswerSource } from "../answer-engine.ts";
import type { NamedSource } from "./engine-dialect.ts";
import { isSourceRedirect, resolveRedirects } from "./resolve-redirects.ts";

/** What sources are read with. */
interface SourceParts {
  /** Over guarded sockets; asked for only when there is a redirect to resolve. */
  readonly transport: () => Transport;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Removes what must not be told. */
  readonly mask: (text: string) => string;
}

/**
 * Sources as they are told: redirects resolved, addresses canonical and none twice, dates
 * `YYYY-MM-DD`. What has no http or https address is left out.
 * @throws the signal's reason
 */
export async function readSources(
  named: readonly NamedSource[],
  { transport, clock, signal, mask }: SourceParts,
): Promise<readonly AnswerSource[]> {
  const addresses = named.map(({ url }) => (typeof url === "string" ? url : ""));
  const targets = addresses.some(isSourceRedirect)
    ? await resolveRedirects(addresses, { transport: transport(), clock, signal })
    : new Map<string, string>();
  const rows = named.map(({ title, date }, index) => {
    const url = addresses[index] ?? "";
    // A number that refers to a source is no title.
    const isNumber = typeof title === "string" && /^\s*\[?\d+\]?\s*$/.test(title);
    return { url: targets.get(url) ?? url, title: isNumber ? "" : title, snippet: "", date };
  });
  const { results } = readRows(titledFirst(rows), { now: clock.now(), mask });
  return results.map(({ url, title, date }) => ({
    url,
    title,
    ...(date !== undefined && { date }),
    ...(isSourceRedirect(url) && { isRedirect: true as const }),
  }));
}

/** Rows in their order, the first of an address with the title that another of it has. */
function titledFirst<Row extends { readonly url: string; readonly title: unknown }>(
  rows: readonly Row[],
): readonly Row[] {
  const titles = new Map<string, unknown>();
  for (const { url, title } of rows) {
    if (typeof title === "string" && title !== "" && !titles.has(url)) titles.set(url, title);
  }
  return rows.map((row) => ({ ...row, title: titles.get(row.url) ?? row.title }));
}
