import { searchCases } from "dragline/testing";
import { describe, it } from "vitest";
import { openVendor, serveVendors, vendorNames } from "../rooms/search/providers/vendor-server.ts";

describe.each(vendorNames)("SearchProvider: %s", (name) => {
  const cases = searchCases(async () => {
    const server = await serveVendors();
    const provider = openVendor(name, server);
    return {
      provider,
      know: async (pages) => {
        server.pages = pages;
      },
      async [Symbol.asyncDispose]() {
        await provider[Symbol.asyncDispose]();
        await server[Symbol.asyncDispose]();
      },
    };
  });
  it.each(cases)("$title", ({ run }) => run());
});
