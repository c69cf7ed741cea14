import { createTransport, FetchError, type Transport } from "dragline/fetcher";
import {
  createBraveSearch,
  createExaSearch,
  createKagiSearch,
  createPerplexitySearch,
  createSearxngSearch,
  createSerperSearch,
  createTavilySearch,
  searchVendors,
} from "dragline/search";
import { describe, expect, it } from "vitest";
import { call } from "./asking.ts";
import { KEY, openVendor, serveVendors } from "./vendor-server.ts";

describe("where an adapter connects to", () => {
  const { searxng: _, ...keyed } = searchVendors;
  const open = { brave: createBraveSearch, tavily: createTavilySearch, exa: createExaSearch };
  const makers = {
    ...open,
    serper: createSerperSearch,
    perplexity: createPerplexitySearch,
    kagi: createKagiSearch,
  };

  it.each(Object.values(keyed))("is $baseUrl for $name", async ({ name, baseUrl }) => {
    const asked: string[] = [];
    const transport: Transport = {
      send: async ({ url }) => {
        asked.push(url.origin + url.pathname);
        throw new FetchError("TLS_FAILED", { message: "No." });
      },
      async [Symbol.asyncDispose]() {},
    };
    await using provider = makers[name]({ apiKey: KEY }, { transport });
    await expect(provider.search(call())).rejects.toMatchObject({ code: "PROVIDER_UNAVAILABLE" });
    expect(asked).toEqual([`${baseUrl}${name === "brave" ? "/web" : ""}/search`]);
    expect(new URL(baseUrl).protocol).toBe("https:");
  });

  it("may be private when the host configured the address, and not otherwise", async () => {
    await using server = await serveVendors();
    const { port } = new URL(server.origin);
    const resolver = { resolve: async () => ["127.0.0.1"] };
    const url = `http://searx.internal.example:${port}/searxng`;
    await using own = createSearxngSearch({ url }, { resolver });
    expect((await own.search(call())).results).toEqual([]);
    await using vendor = createBraveSearch({ apiKey: KEY }, { resolver });
    await expect(vendor.search(call())).rejects.toThrow(/ADDRESS_NOT_ALLOWED/);
  });

  it("is a transport of the host's, which stays open", async () => {
    await using server = await serveVendors();
    await using transport = createTransport({}, { allow: ["127.0.0.1"] });
    const provider = openVendor("exa", server, { transport });
    await provider.search(call());
    await provider[Symbol.asyncDispose]();
    await using other = openVendor("kagi", server, { transport });
    expect((await other.search(call())).results).toEqual([]);
  });
});
