import { convert } from "dragline/converter";
import { createCrawler } from "dragline/crawler";
import { createMapper } from "dragline/mapper";
import { createNotifier } from "dragline/notifier";
import { createScraper } from "dragline/scraper";
import { describe, expect, it } from "vitest";
import { meantName } from "../../../src/core/index.ts";

const formats = ["markdwon" as "markdown"];
const url = "https://h.example/";

describe("meantName", () => {
  it("ends a message with the name that is near, and is empty where none is", () => {
    expect(meantName("markdwon", ["html", "markdown"])).toBe("; did you mean 'markdown'?");
    for (const name of ["", "colour", 42, null, undefined, "x".repeat(1000)]) {
      expect(meantName(name, ["html", "markdown"])).toBe("");
    }
  });

  it.each([
    ["scrape", async () => await createScraper().scrape(url, { formats })],
    ["crawl", async () => createCrawler().crawl(url, { formats })],
    ["convert", async () => convert("<p>", { formats })],
  ])("is said of a format of %s", async (_, call) => {
    await expect(call()).rejects.toThrow("; did you mean 'markdown'?");
  });

  it("is said of what is set with a target", async () => {
    await using notifier = createNotifier();
    const target = { url: "ntfy://lamps", tempalte: "{title}" };
    await expect(notifier.targets.set("a", target)).rejects.toThrow("; did you mean 'template'?");
  });
});

describe("messages of arguments of a wrong kind", () => {
  it("say what came, and what belongs there", () => {
    expect(() => convert(Buffer.from("<p>") as never)).toThrow("got a Buffer");
    expect(() => Reflect.apply(createMapper, undefined, [])).toThrow(
      "(fetcher, source, robots, clock, ids), to be an object; got undefined",
    );
  });
});
