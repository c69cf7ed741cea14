import { combineSearch, type SearchVendorName } from "dragline/search";
import { searchCases, type SearchSubject } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { openVendor, serveVendors, vendorNames } from "../rooms/search/providers/vendor-server.ts";

/** One adapter of each, or several as one, at a server of their formats. */
function subjectOf(names: readonly SearchVendorName[], mode: "in-turn" | "merged") {
  return async (): Promise<SearchSubject> => {
    const server = await serveVendors();
    const providers = names.map((name) => openVendor(name, server));
    return {
      provider: combineSearch(providers, { mode }),
      know: async (pages) => {
        server.pages = pages;
      },
      async [Symbol.asyncDispose]() {
        for (const provider of providers) await provider[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  };
}

const subjects = [
  ...vendorNames.map((name) => [name, subjectOf([name], "in-turn")] as const),
  ["combineSearch, in turn", subjectOf(["brave", "searxng"], "in-turn")] as const,
  ["combineSearch, merged", subjectOf(["exa", "serper"], "merged")] as const,
];

describe.each(subjects)("%s keeps the promises of SearchProvider", (_, make) => {
  it.each(searchCases(make))("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
