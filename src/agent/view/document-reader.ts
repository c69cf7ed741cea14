import { ActionError } from "../../browser/index.ts";
import {
  DialogAnswerer,
  FrameSessions,
  listFrames,
  openSession,
  patiently,
  revealRootsOf,
  type FrameView,
} from "../../browser/internal.ts";
import type { DriverPage, NodeTarget, PageCall } from "../../browser/index.ts";
import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { DocumentOutline } from "./page-node.ts";
import {
  attributesSource,
  elementSource,
  frameTeller,
  listenerTeller,
  markSource,
  placeSource,
  readerProgram,
  rereadSource,
  type FieldPlace,
} from "./reader-program.ts";

/** Events by which a page takes a click. */
const presses = ["click", "mousedown", "pointerdown", "mouseup"];
/** Elements with listeners that are looked up at one look at a frame. */
const LISTENERS = 500;
/** Milliseconds that letting go of a page may take. */
const RELEASE = 250;
/** Milliseconds that a page has to answer: one whose script never ends does not. */
const ANSWER = 10_000;

/** A page's documents, read. */
interface ReadDocuments {
  readonly main: DocumentOutline;
  /** By the id of the frame, without the main one; what did not answer is absent. */
  readonly frames: ReadonlyMap<string, DocumentOutline>;
}

/** Reads the documents of a page, with the same numbers for the same elements. */
export class DocumentReader {
  readonly #page: DriverPage;
  readonly #clock: Clock;
  #sessions: Promise<FrameSessions> | undefined;
  #dialogs: DialogAnswerer | undefined;
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

  /**
   * @throws ActionError `ACTION_FAILED` when the page does not answer for 10 seconds; what the driver
   *   throws; the signal's reason
   */
  read(signal: AbortSignal): Promise<ReadDocuments> {
    return this.#bounded(signal, (sessions, limited) => this.#readAll(sessions, limited));
  }

  /** An element for actions; undefined when it or its document is gone. */
  async nodeOf(document: number, id: number, signal: AbortSignal): Promise<NodeTarget | undefined> {
    return this.#bounded(signal, async (sessions, limited) => {
      const frame = await this.#frame(sessions, document, limited);
      const call: PageCall<Element | null> = { source: elementSource(document, id) };
      const node = await frame?.nodeOf(call, limited);
      return frame === undefined || node === undefined ? undefined : { frame: frame.id, node };
    });
  }

  /** Where what is typed into a field goes; undefined when it or its document is gone. */
  async placeOf(
    document: number,
    id: number,
    signal: AbortSignal,
  ): Promise<FieldPlace | undefined> {
    return this.#bounded(signal, async (sessions, limited) => {
      const frame = await this.#frame(sessions, document, limited);
      const call: PageCall<FieldPlace | null> = { source: placeSource(document, id) };
      return (await frame?.read(call, limited)) ?? undefined;
    });
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
    return this.#bounded(signal, async (sessions, limited) => {
      const frame = await this.#frame(sessions, document, limited);
      if (frame === undefined) return ids.map(() => undefined);
      const call: PageCall<readonly (Record<string, string> | null)[]> = {
        source: attributesSource(document, ids),
      };
      return (await frame.read(call, limited)).map((one) => one ?? undefined);
    });
  }

  async close(): Promise<void> {
    using limit = deadline(this.#clock, RELEASE);
    const closing = (async () => {
      const sessions = await this.#sessions;
      this.#dialogs?.[Symbol.dispose]();
      await sessions?.session.detach();
    })();
    // The page may be closed already, or hang.
    await unlessAborted(closing, limit.signal).catch(() => {});
  }

  async #frame(sessions: FrameSessions, document: number, signal: AbortSignal) {
    const frames = await listFrames(sessions, signal);
    return frames.find((one) => one.id === this.#frameOf.get(document));
  }

  /** Does work with the page, again when its document went away meanwhile. */
  async #bounded<Result>(
    signal: AbortSignal,
    work: (sessions: FrameSessions, limited: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    using limit = deadline(this.#clock, ANSWER, signal);
    try {
      const sessions = await unlessAborted(this.#open(), limit.signal);
      return await sessions.persist(() => work(sessions, limit.signal), limit.signal);
    } catch (error) {
      if (!limit.expired) throw error;
      const reason = "the page does not answer";
      throw new ActionError("ACTION_FAILED", { message: `${reason}.`, details: { reason } });
    }
  }

  #open(): Promise<FrameSessions> {
    this.#sessions ??= (async () => {
      const session = await openSession(this.#page);
      this.#dialogs = new DialogAnswerer(session, this.#clock);
      const sessions = new FrameSessions(session, this.#clock);
      // A page that shows a dialog answers when that is gone, which only this session tells.
      await Promise.all([session.send("Page.enable"), sessions.follow()]);
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
    // A program that the document has already needs no parsing.
    const again: PageCall<DocumentOutline | null> = { source: rereadSource };
    const isKnown = this.#listening.has(frame.id);
    await Promise.all([
      this.#tellListeners(frame, { number, signal }),
      revealRootsOf(frame.session, frame.id, signal),
    ]);
    const outline =
      (isKnown ? await frame.read(again, signal) : null) ??
      (await frame.read<DocumentOutline>({ source: readerProgram(number) }, signal));
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
    await frame.callWith(fresh, source, signal);
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
