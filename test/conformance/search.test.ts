import { searchCases } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { openVendor, serveVendors, vendorNames } from "../rooms/search/providers/vendor-server.ts";

describe.each(vendorNames)("%s keeps the promises of SearchProvider", (name) => {
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
  it.each(cases)("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
