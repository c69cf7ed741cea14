import {
  checkNumber,
  deadline,
  systemClock,
  unlessAborted,
  withDefaults,
  type Clock,
  neverAborts,
} from "../../core/index.ts";
import type { CdpSession, DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";
import { type PartMemory, ElementMarks } from "./element-marks.ts";
import { knownFrames, tellFrames, type FramePlace } from "./frames-out-of-reach.ts";
import { IsolatedWorld } from "./isolated-world.ts";
import { type FrameGap, type WrittenPage, PageWriter } from "./page-writer.ts";
import { revealClosedRoots } from "./reveal-closed-roots.ts";
import type { WriterOptions } from "./writer-options.ts";
import { ElementKinds } from "./element-kinds.ts";
import { ElementVisibility } from "./element-visibility.ts";
import { UnseenText } from "./unseen-text.ts";

/** How a page is written as HTML. */
interface SerialiseOptions {
  /** Most bytes of UTF-8; what follows is left out. From 1024. @default 10_485_760 */
  readonly maxBytes?: number;
  /**
   * Whether the attribute `hidden` says what a reader does not see, and not what the page writes
   * there, since who reads the HTML sees no style sheets: bare for what is not displayed or
   * invisible, `unseen` for what is faint, clipped, of no size or off the screen, `text` for letters
   * alone that are too small or of the background's colour. What a closed `details` holds is seen.
   * @default true
   */
  readonly markHidden?: boolean;
  /**
   * The name by which {@link partMarker} marked an element: it gets the attribute `data-part` with it.
   * @default undefined
   */
  readonly part?: string | undefined;
}

/** Who may end it, and whose time counts. */
export interface SerialiseCall extends SerialiseOptions {
  readonly signal?: AbortSignal | undefined;
  /** The machine's clock when absent. */
  readonly clock?: Clock | undefined;
}

/** A page as it stood. */
interface SerialisedPage {
  /** Well-formed in the sense of HTML: a parser makes the tree of it that was shown. */
  readonly html: string;
  /** The document's address. */
  readonly url: string;
  /** Whether something was left out for its size. */
  readonly truncated: boolean;
  /** Frames of framesets whose document could not be loaded: they stand in the page without it. */
  readonly missingFrames: number;
}

const defaults: Required<SerialiseOptions> = Object.freeze({
  maxBytes: 10_485_760,
  markHidden: true,
  part: undefined,
});

/** Most frames in frames of other processes that are followed. */
const MOST_DEPTH = 16;
/** Milliseconds that a frame of another process may take. */
const FRAME_MS = 3_000;

/**
 * Writes a page as a reader sees it: shadow trees, closed ones too, and frames in place (a frame is
 * a `div` with its address in `data-frame-src`), slots filled, controls with their present values
 * but passwords. Left out are `noscript`, canvas, comments, styles in shadow trees and frames.
 * Nothing of it is visible to the page.
 * @throws CoreError `INVALID_OPTION`; the signal's reason; the driver's error when the page goes away
 */
export async function serialisePage(
  page: DriverPage,
  call: SerialiseCall = {},
): Promise<SerialisedPage> {
  const { signal = neverAborts(), clock = systemClock, ...given } = call;
  const options = withDefaults(defaults, given);
  checkNumber("maxBytes", options.maxBytes, { min: 1_024 });
  signal.throwIfAborted();
  const session = await unlessAborted(openSession(page), signal);
  try {
    const serialiser = new Serialiser(page, clock, options);
    const { url, ...rest } = await serialiser.write({ session, signal, depth: 0 });
    return { ...serialiser.join(rest), url };
  } finally {
    // A page that is gone took its session along.
    await session.detach().catch(() => {});
  }
}

/** One document that is written. */
interface Stage {
  readonly session: CdpSession;
  /** The frame's id; the session's first when absent. */
  readonly frame?: string;
  /** The frames that the session knows; asked for when absent. */
  readonly known?: readonly FramePlace[];
  readonly depth: number;
  readonly signal: AbortSignal;
}

/** A document with the frames in its gaps. */
interface Whole extends WrittenPage {
  readonly frames: ReadonlyMap<string, Whole>;
}

class Serialiser {
  readonly #page: DriverPage;
  readonly #clock: Clock;
  readonly #options: Required<SerialiseOptions>;

  constructor(page: DriverPage, clock: Clock, options: Required<SerialiseOptions>) {
    this.#page = page;
    this.#clock = clock;
    this.#options = options;
  }

  async write(stage: Stage): Promise<Whole> {
    const { session, frame, depth, signal } = stage;
    const world = new IsolatedWorld(session, frame);
    const isFramed = this.#page.frames().length > 1 && depth < MOST_DEPTH;
    const known = isFramed ? (stage.known ?? (await knownFrames(session, signal))) : [];
    if (known.length > 0) await tellFrames(known, { session, world }, signal);
    await revealClosedRoots(session, world, signal);
    const options: WriterOptions = { ...this.#options, fragment: depth > 0 };
    const written = (await world.value(signal, writerProgram(options))) as WrittenPage;
    const inner = await Promise.all(
      written.gaps.map((gap) => this.#inGap(gap, { ...stage, known })),
    );
    return { ...written, frames: new Map(inner.flat()) };
  }

  /** The document of a frame; nothing when it does not answer in time. */
  async #inGap({ frame }: FrameGap, outer: Stage): Promise<[id: string, whole: Whole][]> {
    const place = outer.known?.find(({ id }) => id === frame);
    if (place === undefined) return [];
    const { isRoot, session } = place;
    using limit = deadline(this.#clock, FRAME_MS, outer.signal);
    const stage = { session, depth: outer.depth + 1, signal: limit.signal };
    try {
      return [[frame, await this.write(isRoot ? stage : { ...outer, ...stage, frame })]];
    } catch {
      outer.signal.throwIfAborted();
      return [];
    }
  }

  /** Puts frames into the gaps, as long as there is room. */
  join(whole: Omit<Whole, "url">): Omit<SerialisedPage, "url"> {
    let missingFrames = 0;
    let left = this.#options.maxBytes;
    let { truncated } = whole;
    const joined = (of: Omit<Whole, "url">): string => {
      left -= of.parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
      return of.parts.map((part, index) => part + inGap(of, of.gaps[index])).join("");
    };
    const inGap = (of: Omit<Whole, "url">, gap: FrameGap | undefined): string => {
      if (gap === undefined) return "";
      const frame = of.frames.get(gap.frame);
      // Chromium shows a page of its own in the place of one that failed.
      const isMissing = frame?.url.startsWith("chrome-error:") ?? true;
      if (isMissing && gap.isPart) missingFrames += 1;
      if (frame === undefined || isMissing || frame.isEmbed) return gap.bare;
      const size = frame.parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
      truncated ||= frame.truncated || size > left;
      if (size > left) return gap.bare;
      return `<div data-frame-src="${escaped(frame.url)}">${joined(frame)}</div>`;
    };
    const html = joined(whole);
    return { html, truncated, missingFrames };
  }
}

function escaped(url: string): string {
  return url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/**
 * The source of a function that marks the element `this` as the part of the page that `serialisePage` is
 * to tell by the attribute `data-part`. It is for the isolated world of the element's frame, where the
 * page's scripts see nothing of it.
 * @param name nothing that the page could have written there itself: random letters and digits
 */
export function partMarker(name: string): string {
  return `function () { (${mark.toString()})(this, ${JSON.stringify(name)}); }`;
}

/** Frames of one process are written from the outermost of them that may look into them. */
function mark(element: Element, name: string): void {
  let world: Window = window;
  for (;;) {
    try {
      (world as PartMemory).draglinePart = { element, name };
    } catch {
      // The frame around is of another origin.
      return;
    }
    if (world.parent === world) return;
    world = world.parent;
  }
}

/** Hands the closed shadow roots of a frame to its isolated world: `draglineRoots` has them by host. */
export async function revealRootsOf(
  session: CdpSession,
  frame: string,
  signal: AbortSignal,
): Promise<void> {
  await revealClosedRoots(session, new IsolatedWorld(session, frame), signal);
}

/** The source that writes a page when it runs in its isolated world; its value is a `WrittenPage`. */
function writerProgram(options: WriterOptions): string {
  const settings = JSON.stringify(options);
  const elements = `{
    kinds: new (${ElementKinds.toString()})(${settings}),
    marks: new (${ElementMarks.toString()})(${JSON.stringify(options.part)}),
    visibility: new (${ElementVisibility.toString()})(),
    unseen: new (${UnseenText.toString()})(),
  }`;
  return `new (${PageWriter.toString()})(${settings}, ${elements}).run()`;
}
