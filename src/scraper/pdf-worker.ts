import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy, getMeta } from "unpdf";
import type { PdfLink, PdfPage, PdfRun } from "./pdf-run.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

/** Most pages that are read; the rest is cut off. */
const MAX_PAGES = 5000;
/** Most characters that are read; the rest is cut off. */
const MAX_CHARACTERS = 20_000_000;

/** Reads the text layer of the PDF in `workerData` and posts it, after it has told that it runs. */
parentPort?.postMessage("ready");
const pdf = await getDocumentProxy(workerData as Uint8Array, {
  verbosity: 0,
  cMapUrl: "cmaps/",
  cMapPacked: true,
  useWorkerFetch: false,
  disableFontFace: true,
  BinaryDataFactory: createCMapFactory(),
});
parentPort?.postMessage(await readLayer(pdf));

/** The character maps of Adobe, which the build puts beside this file, or else the package has. */
function createCMapFactory(): object {
  const built = new URL("./cmaps/", import.meta.url);
  const base = existsSync(built)
    ? built
    : new URL(
        "./cmaps/",
        pathToFileURL(createRequire(import.meta.url).resolve("pdfjs-dist/package.json")),
      );
  return class {
    /** Fonts are needed to draw text only, and nothing is drawn. */
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind !== "cMapUrl" || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error("not needed");
      return new Uint8Array(await readFile(new URL(filename, base)));
    }
  };
}

async function readLayer(document: Pdf) {
  const { info } = await getMeta(document);
  const pages: PdfPage[] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    if (number > MAX_PAGES || characters > MAX_CHARACTERS) break;
    const page = await readPage(document, number);
    characters += page.runs.reduce((sum, { str }) => sum + str.length, 0);
    pages.push(page);
  }
  const title = (info as { Title?: unknown }).Title;
  return { pages, title, cut: pages.length < document.numPages };
}

/** A page that does not parse is one without text, which the result tells. */
async function readPage(document: Pdf, number: number): Promise<PdfPage> {
  try {
    const page = await document.getPage(number);
    const read = { runs: await runsOf(page), links: await linksOf(page) };
    page.cleanup();
    return read;
  } catch {
    return { runs: [], links: [], broken: true };
  }
}

async function runsOf(page: Page): Promise<PdfRun[]> {
  const { items, styles } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!("str" in item) || item.str.trim() === "") return [];
    const [a, b, c, d, x, y] = item.transform as number[] as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const fontSize = Math.hypot(c, d) || Math.hypot(a, b);
    const mono = styles[item.fontName]?.fontFamily === "monospace";
    return [{ str: item.str, x, y, width: item.width, fontSize, mono }];
  });
}

async function linksOf(page: Page): Promise<PdfLink[]> {
  const annotations = await page.getAnnotations().catch(() => []);
  return (annotations as { subtype?: string; url?: string; rect: PdfLink["rect"] }[]).flatMap(
    ({ subtype, url, rect }) =>
      subtype === "Link" && url !== undefined && /^(?:https?|mailto):/i.test(url)
        ? [{ url, rect }]
        : [],
  );
}
