import { FrameSessions, listFrames, patiently, type FrameView } from "../browser/index.ts";
import type { DriverPage, NodeTarget, PageCall } from "../browser/index.ts";
import { unlessAborted, type Clock } from "../core/index.ts";
import type { DocumentOutline } from "./page-node.ts";
import {
  attributesSource,
  elementSource,
  frameTeller,
  listenerTeller,
  markSource,
  placeSource,
  readerProgram,
  type FieldPlace,
} from "./reader-program.ts";

/** Events by which a page takes a click. */
const presses = ["click", "mousedown", "pointerdown", "mouseup"];
/** Elements with listeners that are looked up at one look at a frame. */
const LISTENERS = 500;

/** A page's documents, read. */
export interface ReadDocuments {
  readonly main: DocumentOutline;
  /** By the id of the frame, without the main one; what did not answer is absent. */
  readonly frames: ReadonlyMap<string, DocumentOutline>;
}

/** Reads the documents of a page, with the same numbers for the same elements. */
export class DocumentReader {
  readonly #page: DriverPage;
  readonly #clock: Clock;
  #sessions: Promise<FrameSessions> | undefined;
  #documents = 0;
  /** Frames whose element knows them. */
  readonly #told = new Set<string>();
  /** Nodes of each frame whose clicks the page listens to. */
  readonly #listening = new Map<string, Set<number>>();
  /** The frame of each document that has been read. */
  readonly #frameOf = new Map<number, string>();

  constructor(page: DriverPage, clock: Clock) {
    this.#page = page;
    this.#clock = clock;
  }

  /** @throws what the driver throws; the signal's reason */
  async read(signal: AbortSignal): Promise<ReadDocuments> {
    const sessions = await unlessAborted(this.#open(), signal);
    return sessions.persist(() => this.#readAll(sessions, signal), signal);
  }

  /** An element for actions; undefined when it or its document is gone. */
  async nodeOf(document: number, id: number, signal: AbortSignal): Promise<NodeTarget | undefined> {
    const sessions = await unlessAborted(this.#open(), signal);
    const frame = await this.#frame(sessions, document, signal);
    if (frame === undefined) return undefined;
    const call: PageCall<Element | null> = { source: elementSource(document, id) };
    const node = await sessions.persist(() => frame.nodeOf(call, signal), signal);
    return node === undefined ? undefined : { frame: frame.id, node };
  }

  /** Where what is typed into a field goes; undefined when it or its document is gone. */
  async placeOf(
    document: number,
    id: number,
    signal: AbortSignal,
  ): Promise<FieldPlace | undefined> {
    const sessions = await unlessAborted(this.#open(), signal);
    const frame = await this.#frame(sessions, document, signal);
    if (frame === undefined) return undefined;
    const call: PageCall<FieldPlace | null> = { source: placeSource(document, id) };
    return (await sessions.persist(() => frame.read(call, signal), signal)) ?? undefined;
  }

  /** Marks an element for the page's HTML; false when it or its document is gone. */
  async mark(
    document: number,
    id: number,
    { name, signal }: { readonly name: string; readonly signal: AbortSignal },
  ): Promise<boolean> {
    const sessions = await unlessAborted(this.#open(), signal);
    const frame = await this.#frame(sessions, document, signal);
    if (frame === undefined) return false;
    const call: PageCall<boolean> = { source: markSource(document, id, name) };
    return await sessions.persist(() => frame.read(call, signal), signal);
  }

  /** What tells elements of a document apart, by name; undefined of those that are gone. */
  async attributesOf(
    document: number,
    ids: readonly number[],
    signal: AbortSignal,
  ): Promise<readonly (Readonly<Record<string, string>> | undefined)[]> {
    const sessions = await unlessAborted(this.#open(), signal);
    const frame = await this.#frame(sessions, document, signal);
    if (frame === undefined) return ids.map(() => undefined);
    const call: PageCall<readonly (Record<string, string> | null)[]> = {
      source: attributesSource(document, ids),
    };
    const read = await sessions.persist(() => frame.read(call, signal), signal);
    return read.map((one) => one ?? undefined);
  }

  async close(): Promise<void> {
    const opened = await this.#sessions?.catch(() => undefined);
    // The page may be closed already.
    await opened?.session.detach().catch(() => {});
  }

  async #frame(sessions: FrameSessions, document: number, signal: AbortSignal) {
    const frames = await sessions.persist(() => listFrames(sessions, signal), signal);
    return frames.find((one) => one.id === this.#frameOf.get(document));
  }

  #open(): Promise<FrameSessions> {
    this.#sessions ??= (async () => {
      const sessions = new FrameSessions(await this.#page.createCDPSession(), this.#clock);
      await sessions.follow();
      return sessions;
    })();
    return this.#sessions;
  }

  async #readAll(sessions: FrameSessions, signal: AbortSignal): Promise<ReadDocuments> {
    const [main, ...below] = await listFrames(sessions, signal);
    if (main === undefined) throw new Error("the page has no frame");
    await Promise.all(below.map((frame) => this.#tell(sessions, frame, signal)));
    const inner = below.map(async (frame) => {
      const { session } = frame;
      const outline = await patiently(sessions, { session, signal }, (limited) =>
        this.#readOne(frame, limited),
      );
      return outline === undefined ? [] : ([[frame.id, outline]] as const);
    });
    const [outline, ...outlines] = await Promise.all([this.#readOne(main, signal), ...inner]);
    const present = new Set(below.map(({ id }) => id));
    for (const id of this.#told) if (!present.has(id)) this.#told.delete(id);
    return { main: outline, frames: new Map(outlines.flat()) };
  }

  async #readOne(frame: FrameView, signal: AbortSignal): Promise<DocumentOutline> {
    // Documents are read at once: each needs a number of its own.
    const number = ++this.#documents;
    await this.#tellListeners(frame, { number, signal });
    const call: PageCall<DocumentOutline> = { source: readerProgram(number) };
    const outline = await frame.read(call, signal);
    this.#frameOf.set(outline.document, frame.id);
    return outline;
  }

  /** Only the browser knows what the page listens to. */
  async #tellListeners(
    frame: FrameView,
    { number, signal }: { readonly number: number; readonly signal: AbortSignal },
  ): Promise<void> {
    const source = listenerTeller(number);
    const known = this.#listening.get(frame.id) ?? new Set();
    const nodes = await frame.listeners(presses, signal);
    const fresh = nodes.filter((node) => !known.has(node)).slice(0, LISTENERS);
    // What belongs to another document, or is gone meanwhile, is passed over.
    await Promise.allSettled(fresh.map((node) => frame.callOn(node, source, signal)));
    signal.throwIfAborted();
    this.#listening.set(frame.id, new Set([...nodes.filter((node) => known.has(node)), ...fresh]));
  }

  async #tell(sessions: FrameSessions, frame: FrameView, signal: AbortSignal): Promise<void> {
    if (this.#told.has(frame.id)) return;
    const source = frameTeller(++this.#documents, frame.id);
    const { session } = frame.parent ?? frame;
    await patiently(sessions, { session, signal }, async (limited) => {
      await frame.atOwner(source, limited);
      this.#told.add(frame.id);
    });
  }
}
