import { checkArgument } from "../../core/index.ts";
/**
 * The address of the largest image of a `srcset` (WHATWG HTML 4.8.4.2.1): by width, else by
 * density; the first of equals. Empty when there is none. Embedded (`data:`) images are passed over.
 */
export function bestCandidate(srcset: string): string {
  let best = "";
  let most = -1;
  for (const { address, size } of listCandidates(srcset)) {
    if (size <= most || /^data:/i.test(address)) continue;
    most = size;
    best = address;
  }
  return best;
}

/** An image of a `srcset`. */
export interface Candidate {
  /** As the page writes it. */
  readonly address: string;
  /** Width in pixels or density. */
  readonly size: number;
  /** As the page writes them, without white space around. */
  readonly descriptors: string;
}

const BEFORE_ADDRESS = /[\s,]*/y;
const ADDRESS = /\S+/y;
const DESCRIPTORS = /[^,]*/y;

/** Characters of descriptors that are looked at. */
const MOST_DESCRIBED = 64;

/**
 * The images of a `srcset`, in its order, in time proportional to its length.
 * @example
 * ```ts
 * import { listCandidates } from "dragline/html";
 *
 * for (const { address, size } of listCandidates("/s.jpg 480w, /l.jpg 1600w")) console.log(address, size);
 * ```
 */
export function* listCandidates(srcset: string): Generator<Candidate> {
  checkArgument("srcset of listCandidates(srcset)", srcset, "string");
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(srcset)?.[0] ?? "";
    at += found.length;
    return found;
  };
  while (at < srcset.length) {
    take(BEFORE_ADDRESS);
    const address = take(ADDRESS);
    // A comma that ends the address ends the candidate; one inside belongs to it.
    const descriptors = address.endsWith(",") ? "" : take(DESCRIPTORS);
    const described = descriptors.slice(0, MOST_DESCRIBED);
    const size = Number.parseFloat(/([\d.]+)[wx](?:\s|$)/.exec(described)?.[1] ?? "1");
    if (address !== "")
      yield { address: withoutCommas(address), size, descriptors: described.trim() };
  }
}

function withoutCommas(address: string): string {
  let end = address.length;
  while (address.endsWith(",", end)) end--;
  return address.slice(0, end);
}
