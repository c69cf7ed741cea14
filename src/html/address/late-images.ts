import { attributeNames } from "../scan/attribute-names.ts";
import { bestCandidate } from "./srcset.ts";
import type { NodeId, Tree } from "../tree/tree.ts";

/** The addresses in an image's attributes of scripts, by how sure they are. */
interface LateAddresses {
  /** In attributes that name the picture itself, best first. */
  readonly named: readonly string[];
  /** Of images, in attributes whose names do not say which image. */
  readonly guessed: readonly string[];
  /** What alone looks like an address, under a name of no known meaning, for want of others; or "". */
  readonly only: string;
}

/** Attributes with the picture's address, best first. */
const BEST: readonly string[] = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
  "data-hi-res-src",
  "data-full-src",
];

/** Names of what holds the real address until a script moves it. */
const NAMED =
  /lazy|defer|echo|actual|(?:^|[-_])real|unveil|lozad|src$|^(?:file|zoomfile|original)$|data-(?:original|orig-file)/;

/** Names of attributes that scripts made for images; the others are HTML's or of no concern. */
const OF_SCRIPTS = /^(?:data-|lazy|v-lazy|ng-src$|real-?src$|[_xh]src$|file$|zoomfile$|original$)/;

/** Other pictures than the one that is meant. */
const OTHER =
  /(?:^|[-_])(?:thumb\w*|hover\w*|placeholder\w*|fallback|error|default|low\w*|preview|blur\w*|tiny|lqip|blank|loading|spinner|avatar|icon|logo|poster|still|alt|next|prev|on\w*)(?:$|[-_])/;

const ABOUT_PICTURES = /image|img|photo|pic|src|media|(?:^|-)bg/;

/** Whether an address is one of an image, by its file. */
const IMAGE_FILE = /\.(?:jpe?g|jfif|png|gif|webp|avif|svg|bmp|jxl|heic|tiff?)(?:$|[?#!@:;,&/])/i;
const SET = /\S\s+\d+(?:\.\d+)?[wx]\s*(?:,|$)/;
/** Names of other addresses than an image's. */
const OF_OTHERS =
  /(?:^|[-_])(?:action|ajax|api|beacon|canonical|endpoint|href|json|link|page|permalink|ping|pixel|redirect|share|target|track\w*|analytics|ur[il]|video|audio)(?:$|[-_])/;
/** An address from the root of a site or with the site, of no kind of file that is told. */
const ROOTED = /^(?:(?:https?:)?\/\/[\w.-]+\.\w+(?::\d+)?\/|\/)[^/\s"'<>{}][^\s"'<>{}]*$/i;
const OF_NO_IMAGE =
  /\.(?:html?|php|aspx?|jsp|js|css|json|xml|pdf|zip|mp[34]|webm|m3u8)(?:$|[?#])|\/(?:api|ajax|graphql|track\w*|pixel|beacon)(?:$|[/?#])/i;

const ABSOLUTE = /^(?:https?:)?\/\//i;

/** What values hold that are addresses, or JSON with some. */
const OF_ADDRESSES = /[/.[{]/;

/** Characters of an attribute that are looked at. */
const LONGEST = 65_536;
/** Attributes of an image that are looked at. */
const MOST_ATTRIBUTES = 1024;
/** Longer ones are no addresses. */
const LONGEST_ADDRESS = 4096;

/** By number of an attribute: 1 where scripts may keep an address in it. */
export const isLate = new Uint8Array(attributeNames.length);
isLate[0] = 1;
for (const [id, name] of attributeNames.entries()) if (name.startsWith("data-")) isLate[id] = 1;

/** Finds the addresses that an image's attributes hold for scripts that load it late. */
export function lateAddresses(tree: Tree, image: NodeId): LateAddresses {
  const best: [place: number, address: string][] = [];
  const named: string[] = [];
  const guessed: string[] = [];
  const unknown = new Set<string>();
  for (const [name, value] of lateAttributes(tree, image)) {
    const address = addressIn(value.slice(0, LONGEST).trim());
    if (address === "") continue;
    if (!isFitting(name, address) && !SET.test(value)) {
      if (mayBeImage(name, address)) unknown.add(address);
      continue;
    }
    const place = BEST.indexOf(name);
    if (place !== -1) best.push([place, address]);
    else (NAMED.test(name) ? named : guessed).push(address);
  }
  const first = best.toSorted(([a], [b]) => a - b).map(([, address]) => address);
  const [only = ""] = unknown.size === 1 ? unknown : [];
  return { named: [...first, ...named], guessed, only };
}

/** Whether an address under a name of no known meaning may be an image's. */
function mayBeImage(name: string, address: string): boolean {
  return ROOTED.test(address) && !OF_OTHERS.test(name) && !OF_NO_IMAGE.test(address);
}

/** Attributes of scripts whose values may hold addresses. */
function lateAttributes(tree: Tree, image: NodeId): ReadonlyMap<string, string> {
  const { attributeTable } = tree;
  const found = new Map<string, string>();
  for (let at = tree.firstAttribute(image); at !== 0; at = attributeTable.next(at)) {
    if (isLate[attributeTable.id(at)] === 0) continue;
    const name = attributeTable.name(at);
    const value = attributeTable.value(at);
    const isOther = !OF_SCRIPTS.test(name) || OTHER.test(name.replace(/^data-/, ""));
    if (isOther || !OF_ADDRESSES.test(value) || found.has(name)) continue;
    found.set(name, value);
    if (found.size === MOST_ATTRIBUTES) break;
  }
  return found;
}

/** Whether a value under that name is the address of an image. */
function isFitting(name: string, address: string): boolean {
  if (IMAGE_FILE.test(address)) return true;
  if (BEST.includes(name)) return true;
  if (NAMED.test(name)) return /[./]/.test(address);
  return ABOUT_PICTURES.test(name) && ABSOLUTE.test(address);
}

/** The address in an attribute: by itself, in `url()`, the best of a set or of JSON; or "". */
function addressIn(value: string): string {
  if (/^[{[]/.test(value) && !/^\{\w+\}/.test(value)) return fromJson(value);
  if (SET.test(value)) return bestCandidate(value);
  const bare = /^(?:url\(\s*)?["']?([^"'\s]+?)["']?\s*\)?$/.exec(value.slice(0, LONGEST_ADDRESS));
  const address = bare?.[1] ?? "";
  return /^(?:data:|blob:|javascript:|#|true$|false$|auto$|none$|null$|undefined$|[\d.,]+$)/i.test(
    address,
  )
    ? ""
    : address;
}

/** The address of the largest image that JSON tells of, whether it is well-formed or not. */
function fromJson(json: string): string {
  let best = "";
  let most = -1;
  for (const [address, size] of imagesIn(json)) {
    if (size <= most) continue;
    most = size;
    best = address;
  }
  return best;
}

/** Images in JSON that are looked at. */
const MOST_IMAGES = 64;

/** What stands in quotes or between brackets and commas, with the key before and what is behind. */
const PART = /(?:"([\w-]{1,40})"\s*:\s*)?["'[\s]([^"'\s,[\]{}]+)["',\s](?:\s*:?\s*\[\s*(\d+))?/g;

function* imagesIn(json: string): Generator<readonly [address: string, size: number]> {
  let found = 0;
  for (const [, key = "", value = "", behind = ""] of json.matchAll(PART)) {
    const address = value.replaceAll("\\/", "/");
    if (!IMAGE_FILE.test(address) || /^data:/i.test(address) || OTHER.test(key)) continue;
    yield [address, Number(behind || /^\D{0,2}(\d+)(?:w|x|px)?$/.exec(key)?.[1] || 0)];
    found += 1;
    if (found === MOST_IMAGES) return;
  }
}

const BRACED =
  /(?:\{|%7B){1,2}\s*(width|w|size|height|h|dpr|ratio|quality|q|format|ext)\s*(?:\}|%7D){1,2}/gi;

/** The width that a template gets where the image names none. */
const USUAL_WIDTH = 1024;
const LARGEST_WIDTH = 8192;

/** An address without the gaps that a script fills with a size (`{width}`). */
export function withWidth(tree: Tree, image: NodeId, address: string): string {
  if (!/\{|%7B/i.test(address)) return address;
  const width = widthOf(tree, image);
  return address.replace(BRACED, (_gap, name: string) => {
    switch (name.toLowerCase()) {
      case "height":
      case "h":
        return String(Math.round(width / ratioOf(tree, image)));
      case "dpr":
      case "ratio":
        return "1";
      case "quality":
      case "q":
        return "80";
      case "format":
      case "ext":
        return "jpg";
      default:
        return String(width);
    }
  });
}

/** The largest of the widths that there are. */
function widthOf(tree: Tree, image: NodeId): number {
  const named = tree.attribute(image, "data-widths") ?? tree.attribute(image, "data-sizes") ?? "";
  const widths = (named.slice(0, LONGEST).match(/\d+/g) ?? []).map(Number);
  const fitting = widths.filter((width) => width > 0 && width <= LARGEST_WIDTH);
  return fitting.length === 0 ? USUAL_WIDTH : Math.max(...fitting.slice(0, MOST_IMAGES));
}

/** Width by height; 1 where it is not told. */
function ratioOf(tree: Tree, image: NodeId): number {
  const number = (name: string): number => Number.parseFloat(tree.attribute(image, name) ?? "");
  const told = number("data-aspectratio");
  const ratio = told > 0 ? told : number("width") / number("height");
  return ratio > 0 && Number.isFinite(ratio) ? ratio : 1;
}
