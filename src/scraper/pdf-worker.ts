import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy, getMeta } from "unpdf";
import { createActualText, isUnknown, withBullets, type MarkedItem } from "./pdf-marks.ts";
import type { PdfLink, PdfPage, PdfRun } from "./pdf-run.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

/** Most pages that are read; the rest is cut off. */
const MAX_PAGES = 5000;
/** Most characters that are read; the rest is cut off. */
const MAX_CHARACTERS = 20_000_000;

let actualText: ReturnType<typeof createActualText> | undefined;

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
  return class {
    /** Fonts are needed to draw text only, and nothing is drawn. */
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind !== "cMapUrl" || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error("not needed");
      return new Uint8Array(await readFile(new URL(filename, characterMaps())));
    }
  };
}

function characterMaps(): URL {
  const built = new URL("./cmaps/", import.meta.url);
  if (existsSync(built)) return built;
  const { resolve } = createRequire(import.meta.url);
  return new URL("./cmaps/", pathToFileURL(resolve("pdfjs-dist/package.json")));
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
    const read = { runs: await withMarks(document, page), links: await linksOf(page) };
    page.cleanup();
    return read;
  } catch {
    return { runs: [], links: [], broken: true };
  }
}

/** The runs of a page with what its marked content adds; most pages are read once. */
async function withMarks(document: Pdf, page: Page): Promise<PdfRun[]> {
  const runs = await runsOf(page);
  const lacks = runs.some(isUnknown);
  const hasLabels = JSON.stringify(await page.getStructTree().catch(() => null)).includes('"Lbl"');
  if (!lacks && !hasLabels) return runs;
  const content = await page.getTextContent({ includeMarkedContent: true });
  const items = content.items as MarkedItem[];
  if (lacks) actualText ??= createActualText(await document.getData());
  const known = lacks ? actualText?.({ runs, items, page: page.ref?.num }) : undefined;
  return withBullets(known ?? runs, items);
}

async function runsOf(page: Page): Promise<PdfRun[]> {
  const { items, styles } = await page.getTextContent();
  const texts = items.filter((item) => "str" in item).filter(({ str }) => str.trim() !== "");
  const mono = monoFonts(texts.filter(({ fontName }) => isFixed(styles[fontName])));
  return texts.map(({ str, dir, transform, width, fontName }) => {
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform as number[];
    const fontSize = Math.hypot(c, d) || Math.hypot(a, b);
    const order = dir === "rtl" ? { rtl: true } : {};
    return { str, x, y, width, fontSize, mono: mono.has(fontName), ...order };
  });
}

/** What a font says of itself; fonts of few letters often say it without being so. */
function isFixed(style: { readonly fontFamily?: string } | undefined): boolean {
  return style?.fontFamily === "monospace";
}

interface Item {
  readonly str: string;
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

/** Fonts whose letters have one width indeed. */
function monoFonts(items: readonly Item[]): Set<string> {
  const fonts = new Map<string, { readonly letters: Set<string>; least: number; most: number }>();
  for (const { str, width, height, fontName } of items) {
    const font = fonts.get(fontName) ?? { letters: new Set(), least: Infinity, most: 0 };
    const pitch = width / Math.max(str.length * height, 1);
    for (const letter of str) font.letters.add(letter);
    font.least = Math.min(font.least, pitch);
    font.most = Math.max(font.most, pitch);
    fonts.set(fontName, font);
  }
  const mono = [...fonts].filter(
    ([, { letters, least, most }]) =>
      letters.size > 3 && least > 0.45 && most < 0.7 && most - least < 0.015,
  );
  return new Set(mono.map(([name]) => name));
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
