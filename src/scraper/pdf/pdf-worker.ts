import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { brotliDecompressSync } from "node:zlib";
import { getDocumentProxy, getMeta, getResolvedPDFJS } from "unpdf";
import { hasTurned, withLigatures } from "./pdf-ligatures.ts";
import { createActualText, isUnknown, withBullets, type MarkedItem } from "./pdf-marks.ts";
import type { PdfLink, PdfPage, PdfRun, TableCell } from "./pdf-run.ts";
import { cellsOf, hasRole, type StructureNode } from "./pdf-structure.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

/** Most pages that are read; the rest is cut off. */
const MAX_PAGES = 5000;
/** Most characters that are read; the rest is cut off. */
const MAX_CHARACTERS = 20_000_000;

/** Elements of a structure that tell more than the places of the text. */
const TELLING: ReadonlySet<string> = new Set(["Lbl", "Table"]);
/** In a font of letters of several widths the first are much narrower than the second. */
const NARROW = /[ijltf.,:;'|!()[\]]/;
const OTHER = /[a-hkm-su-zA-HK-Z]/;

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

/** Adobe's character maps: of the file that the build writes beside this one, or else the package's. */
function createCMapFactory(): object {
  let built: Promise<ReadonlyMap<string, Uint8Array> | undefined> | undefined;
  return class {
    /** Fonts are needed to draw text only, and nothing is drawn. */
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      if (kind !== "cMapUrl" || !/^[\w-]+\.bcmap$/.test(filename)) throw new Error("not needed");
      built ??= builtMaps();
      const maps = await built;
      const map = maps?.get(filename);
      if (map !== undefined) return new Uint8Array(map);
      if (maps !== undefined) throw new Error(`no character map ${filename}`);
      const packageFile = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");
      return new Uint8Array(await readFile(join(dirname(packageFile), "cmaps", filename)));
    }
  };
}

/** The maps by their files' names; undefined where nothing was built. */
async function builtMaps(): Promise<ReadonlyMap<string, Uint8Array> | undefined> {
  const packed = new URL("./character-maps.br", import.meta.url);
  const file = await readFile(packed).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (file === undefined) return undefined;
  // A line with the names and lengths, and then the files one after the other.
  const bytes = brotliDecompressSync(file);
  let at = bytes.indexOf("\n") + 1;
  const lengths = JSON.parse(bytes.toString("utf8", 0, at)) as readonly [string, number][];
  const maps = lengths.map(([name, length]) => {
    at += length;
    return [name, bytes.subarray(at - length, at)] as const;
  });
  return new Map(maps);
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
    const runs = await withMarks(document, page);
    const ordered = hasTurned(runs) ? withLigatures(runs, await glyphsOf(page)) : runs;
    const read = { runs: ordered, links: await linksOf(page) };
    page.cleanup();
    return read;
  } catch {
    return { runs: [], links: [], broken: true };
  }
}

/** What the glyphs of a page stand for, in the order that they are drawn. */
async function glyphsOf(page: Page): Promise<string[]> {
  const { OPS } = await getResolvedPDFJS();
  const { fnArray, argsArray } = await page.getOperatorList();
  return fnArray.flatMap((operator, index) => {
    if (operator !== OPS.showText) return [];
    const shown = (argsArray as (readonly unknown[])[])[index]?.[0] as readonly unknown[];
    return shown.flatMap((glyph) =>
      typeof glyph === "object" && glyph !== null ? [(glyph as { unicode: string }).unicode] : [],
    );
  });
}

/** The runs of a page with what its marked content adds; most pages are read once. */
async function withMarks(document: Pdf, page: Page): Promise<PdfRun[]> {
  const plain = await page.getTextContent();
  const runs = runsOf(plain);
  const lacks = runs.some(isUnknown);
  const structure = (await page.getStructTree().catch(() => null)) as StructureNode | null;
  if (!lacks && !hasRole(structure, TELLING)) return runs;
  const content = await page.getTextContent({ includeMarkedContent: true });
  const items = content.items as MarkedItem[];
  if (lacks) actualText ??= createActualText(await document.getData());
  const cells = structure === null ? undefined : cellsOf(structure, items);
  const marked = runsOf(content, cells);
  const known = lacks ? actualText?.({ runs: marked, items, page: page.ref?.num }) : undefined;
  return withBullets(known ?? marked, items);
}

function runsOf(
  { items, styles }: Awaited<ReturnType<Page["getTextContent"]>>,
  cells?: ReadonlyMap<object, TableCell>,
): PdfRun[] {
  const texts = items.filter((item) => "str" in item).filter(({ str }) => str.trim() !== "");
  const mono = monoFonts(texts, styles);
  return texts.map((item) => {
    const { str, dir, transform, width, fontName } = item;
    const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform as number[];
    const fontSize = Math.hypot(c, d) || Math.hypot(a, b);
    const order = dir === "rtl" ? { rtl: true } : {};
    const cell = cells?.get(item);
    const place = cell === undefined ? {} : { cell };
    return { str, x, y, width, fontSize, mono: mono.has(fontName), ...order, ...place };
  });
}

interface Item {
  readonly str: string;
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
}

type Styles = Readonly<Record<string, { readonly fontFamily?: string } | undefined>>;

/** What is known of a font; pitches are mean widths of the letters of a run, in font sizes. */
interface Font {
  readonly letters: Set<string>;
  readonly pitches: number[];
  /** Runs of few letters, whose pitches differ in a font of several widths. */
  short: number;
}

/**
 * Fonts whose letters have one width indeed. Fonts of few letters often say so of themselves without
 * being it; one that does not say so shows it by short runs of letters that elsewhere differ.
 */
function monoFonts(items: readonly Item[], styles: Styles): Set<string> {
  const fonts = new Map<string, Font>();
  for (const { str, width, height, fontName } of items) {
    const font = fonts.get(fontName) ?? { letters: new Set(), pitches: [], short: 0 };
    for (const letter of str) font.letters.add(letter);
    font.pitches.push(width / Math.max(str.length * height, 1));
    if (str.length < 10) font.short += 1;
    fonts.set(fontName, font);
  }
  const mono = [...fonts].filter(([name, font]) => isMonoFont(font, styles[name]?.fontFamily));
  return new Set(mono.map(([name]) => name));
}

function isMonoFont({ letters, pitches, short }: Font, family: string | undefined): boolean {
  const least = pitches.reduce((one, other) => Math.min(one, other), Infinity);
  const most = pitches.reduce((one, other) => Math.max(one, other), 0);
  if (letters.size < 4 || least <= 0.45 || most >= 0.7) return false;
  if (family === "monospace") return most - least < 0.015;
  const all = [...letters].join("");
  return short > 3 && most - least < 0.004 && NARROW.test(all) && OTHER.test(all);
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
