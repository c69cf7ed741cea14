import { convert, type ConvertFormat } from "../../../../converter/index.ts";
import type { CachedPage } from "./schema.ts";

/** The outputs of a page that are kept as they are. */
export type KeptOutputs = CachedPage["outputs"];

/** What a request asks for. */
export interface WantedOutputs {
  readonly outputs: readonly (keyof KeptOutputs)[];
  /** Hash of the schema of the JSON that is wanted; undefined when none is. */
  readonly schemaHash: string | undefined;
  /** Whether the JSON is wanted with where its values come from. @default false */
  readonly evidence?: boolean;
  readonly pictures: readonly (keyof CachedPage["pictures"])[];
}

/** What the cache has for a request: all of it. */
export interface TakenOutputs {
  readonly outputs: KeptOutputs;
  readonly json: CachedPage["json"][string] | undefined;
  /** Dotted paths of what the JSON lacks. */
  readonly missing: readonly string[];
  /** Where its values come from; undefined where that is not wanted. */
  readonly evidence: NonNullable<CachedPage["evidence"]>[string] | undefined;
  readonly page: Pick<CachedPage, "kind" | "finalUrl">;
  /** Blob keys. */
  readonly pictures: CachedPage["pictures"];
}

/** What can be made from the HTML of a page, and nothing else. */
const makeable: readonly string[] = ["cleanedHtml", "markdown", "links", "images"];

/**
 * What a request asks for, from a kept page; undefined when some of it is not there.
 * @throws HtmlError when the kept HTML cannot be converted
 */
export function takeOutputs(page: CachedPage, wanted: WantedOutputs): TakenOutputs | undefined {
  const outputs = withMade(page, wanted.outputs);
  const extracted = takeExtracted(page, wanted);
  const hasPictures = wanted.pictures.every((type) => page.pictures[type] !== undefined);
  if (outputs === undefined || extracted === undefined || !hasPictures) return undefined;
  const pictures = Object.fromEntries(wanted.pictures.map((type) => [type, page.pictures[type]]));
  return { outputs, ...extracted, page, pictures };
}

function takeExtracted(
  page: CachedPage,
  { schemaHash: hash, evidence: isProven = false }: WantedOutputs,
): Pick<TakenOutputs, "json" | "missing" | "evidence"> | undefined {
  if (hash === undefined) return { json: undefined, missing: [], evidence: undefined };
  const json = page.json[hash];
  const evidence = isProven ? page.evidence?.[hash] : undefined;
  if (json === undefined || (isProven && evidence === undefined)) return undefined;
  return { json, missing: page.missing?.[hash] ?? [], evidence };
}

function withMade(page: CachedPage, wanted: WantedOutputs["outputs"]): KeptOutputs | undefined {
  const { kind, finalUrl, outputs } = page;
  const kept = wanted.filter((name) => outputs[name] !== undefined);
  const missing = wanted.filter((name) => outputs[name] === undefined);
  const taken = Object.fromEntries(kept.map((name) => [name, outputs[name]]));
  if (missing.length === 0) return taken;
  if (kind !== "html" || outputs.html === undefined) return undefined;
  const formats = missing.filter((name): name is ConvertFormat & typeof name => isMakeable(name));
  if (formats.length < missing.length) return undefined;
  return { ...taken, ...made(outputs.html, { url: finalUrl, formats }) };
}

function isMakeable(name: string): boolean {
  return makeable.includes(name);
}

function made(
  html: string,
  options: { readonly url: string; readonly formats: readonly ConvertFormat[] },
): KeptOutputs {
  const { cleanedHtml, markdown, links, images } = convert(html, options);
  return {
    ...(cleanedHtml !== undefined && { cleanedHtml }),
    ...(markdown !== undefined && { markdown }),
    ...(links !== undefined && { links: [...links] }),
    ...(images !== undefined && { images: [...images] }),
  };
}
