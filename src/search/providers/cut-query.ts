import type { SearchVendor } from "./vendors.ts";

/** A query within a vendor's limits, cut between words where it has any. */
export function cutQuery(
  query: string,
  { longestQuery, mostWords }: Pick<SearchVendor, "longestQuery" | "mostWords">,
): string {
  const words = query.split(/\s+/);
  const few = words.length > mostWords ? words.slice(0, mostWords).join(" ") : query;
  if (few.length <= longestQuery) return few;
  const head = few.slice(0, longestQuery + 1);
  const space = head.search(/\s\S*$/);
  return head
    .slice(0, space > longestQuery / 2 ? space : longestQuery)
    .toWellFormed()
    .trim();
}
