// How good main content, markdown, metadata, structured data, extraction, recipes, search, research and
// what is said to be supported are, against floors.
//   npm run quality [-- --peers] [--write]
// Fails, naming the line, when a figure is beyond its floor or, with --peers, a peer is better.
import { parseArgs } from "node:util";
import { corpus, corpusMissing } from "../test/corpus.ts";
import { converters } from "./converters.ts";
import { measureFidelity } from "./fidelity.ts";
import { figureTables, namedFigures, shown } from "./figures.ts";
import { MissingPeerError } from "./peer.ts";
import { measureGone } from "./price-gone.ts";
import { measureExtraction, measurePrices } from "./quality-extraction.ts";
import { bound, floors, judgeFigure } from "./quality-floors.ts";
import { crossExtract, measureMain, type MainFigures } from "./quality-main.ts";
import { measureMetadata, measurePreviews } from "./quality-metadata.ts";
import { comparePeers } from "./quality-peers.ts";
import { measurePages } from "./quality-pages.ts";
import { measureRecipes } from "./quality-recipes.ts";
import { measureResearch } from "./quality-research.ts";
import { measureSearch, missingSets, ownEngines, type SearchFigures } from "./quality-search.ts";
import { measureStructured } from "./quality-structured.ts";
import { measureSupport } from "./quality-support.ts";
import { writeResults } from "./results.ts";

const { values } = parseArgs({
  options: {
    peers: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

if (values.help) {
  console.log("npm run quality [-- --peers] [--write]");
} else if (corpusMissing !== "") {
  console.log(`Nothing to measure: the corpus of real pages is not at ${corpus}.`);
  console.log("Quality is measured where DRAGLINE_CORPUS names its folder.");
} else {
  const beyond = [...(await checkFloors()), ...(values.peers ? await checkPeers() : [])];
  for (const line of beyond) console.error(line);
  if (beyond.length > 0) process.exitCode = 1;
}

/** Measures all of it, prints it and gives what is beyond a floor. */
async function checkFloors(): Promise<string[]> {
  const parts = {
    main: partsOf(measureMain()),
    cross: partsOf(measureMain(await crossExtract())),
    fidelity: measureFidelity(await converters.dragline()),
    metadata: measureMetadata(),
    previews: measurePreviews(),
    structured: measureStructured(),
    extraction: await measureExtraction(),
    prices: measurePrices(),
    pages: measurePages(),
    recipes: await measureRecipes(),
    gone: measureGone(),
    search: await searchOfOurs(),
    research: await measureResearch(),
    support: measureSupport(),
  };
  const figures = namedFigures(parts);
  publish("quality", figureTables(figures, withFloor).join("\n\n"));
  return Object.keys(floors).flatMap((name) => judgeFigure(name, figures.get(name)));
}

/** Figures by the name of our index; what is not on this machine is told. */
async function searchOfOurs(): Promise<Record<string, SearchFigures>> {
  for (const line of missingSets()) console.log(line);
  const found: Record<string, SearchFigures> = {};
  for (const [name, make] of Object.entries(ownEngines)) found[name] = await measureSearch(make);
  return found;
}

/** What is judged of main content: kinds of page beside each other, then the sums. */
function partsOf({ kinds, weighted, articles, ...shares }: MainFigures) {
  return {
    ...kinds,
    weighted,
    snippets: { with: shares.with, without: shares.without },
    articles,
  };
}

function withFloor(name: string, figure: number): string {
  const floor = floors[name];
  return floor === undefined ? shown(figure) : `${shown(figure)} (${bound(floor)})`;
}

/** Prints how the peers fare and gives where one is better than Dragline. */
async function checkPeers(): Promise<string[]> {
  try {
    const comparisons = await comparePeers();
    for (const { name, text } of comparisons) publish(name, text);
    return comparisons.flatMap(({ better }) => better);
  } catch (error) {
    if (error instanceof MissingPeerError) return [error.message];
    throw error;
  }
}

function publish(name: string, text: string): void {
  console.log(`\n${text}`);
  if (values.write) writeResults(name, text);
}
