/**
 * The pages of a site as text, a line of hash and URL for each, by URL; its hash is the `contentHash`.
 * @param pages hashes by URL
 */
export function siteListing(pages: ReadonlyMap<string, string>): string {
  const urls = [...pages.keys()].toSorted();
  return urls.map((url) => `${pages.get(url) ?? ""} ${url}\n`).join("");
}

/** The hashes by URL again. */
export function readListing(listing: string): Map<string, string> {
  const lines = listing.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const space = line.indexOf(" ");
      return [line.slice(space + 1), line.slice(0, space)];
    }),
  );
}
