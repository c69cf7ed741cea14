import { tracingChannel } from "node:diagnostics_channel";
import { describe, expect, it } from "vitest";
import { traced } from "../../../src/core/index.ts";

describe("traced", () => {
  it("tells subscribers the context, the result and failures", async () => {
    const seen: unknown[] = [];
    const channel = tracingChannel<string, { url: string; result?: unknown; error?: unknown }>(
      "dragline:scraper:scrape",
    );
    const subscribers = {
      start: ({ url }: { url: string }) => seen.push(["start", url]),
      end: () => {},
      asyncStart: () => {},
      asyncEnd: ({ result }: { result?: unknown }) => seen.push(["end", result]),
      error: ({ error }: { error?: unknown }) => seen.push(["error", error]),
    };
    channel.subscribe(subscribers);
    await traced("dragline:scraper:scrape", { url: "a" }, async () => 7);
    await traced("dragline:scraper:scrape", { url: "b" }, () => Promise.reject("no")).catch(
      () => {},
    );
    channel.unsubscribe(subscribers);
    await traced("dragline:scraper:scrape", { url: "c" }, async () => 8);
    expect(seen).toEqual([
      ["start", "a"],
      ["end", 7],
      ["start", "b"],
      ["error", "no"],
      ["end", undefined],
    ]);
  });
});
