import {
  runNodeAction,
  type ActionReport,
  type DriverPage,
  type NodeTarget,
} from "../../browser/index.ts";
import { systemClock, type Clock } from "../../core/index.ts";
import { failure, isGone, RefTable } from "./ref-table.ts";
import { labelChange, sameElement } from "./same-element.ts";
import { DocumentReader } from "./document-reader.ts";
import { OutlineBuilder } from "./outline.ts";
import { openPart } from "./outline-part.ts";
import { OutlineWriter, type WriteLimits } from "./outline-writer.ts";
import { listElements, listSaid, listSaying, type PageElement } from "./list-elements.ts";
import { nodeActionOf, type RefAction } from "../tools/ref-action.ts";
import type { FieldPlace } from "./reader-program.ts";
import { tally, type FoundLines, type Snapshot, type SnapshotOptions } from "./snapshot.ts";
import { notesOf, tellChanges, tellNothing, type PageLook } from "./tell-changes.ts";

/** How a page is shown. */
export interface PageViewOptions {
  /** Takes out of a text what must not leave: it gets every text, value, name and address. */
  readonly mask?: ((text: string) => string) | undefined;
  /**
   * The clock that waits go by.
   * @default systemClock
   */
  readonly clock?: Clock | undefined;
}

const MAX_BYTES = 12_288;
const LEAST_BYTES = 512;
/** Lines that `find` gives. */
const FOUND = 20;
/** The part of a whole snapshot from which changes are reported as a whole one. */
const MOST = 0.6;

/**
 * What a model sees of a page, in lines that are short, and what it does there by their references. A
 * reference is the same for the same element until its document goes; none is used twice. Calls are
 * made one after the other.
 */
export class PageView implements AsyncDisposable {
  readonly #page: DriverPage;
  readonly #mask: (text: string) => string;
  readonly #clock: Clock;
  readonly #reader: DocumentReader;
  readonly #refs = new RefTable();
  #shown: PageLook | undefined;
  /** The last look of which references were told. */
  #told: PageLook | undefined;

  constructor(page: DriverPage, { mask = String, clock = systemClock }: PageViewOptions = {}) {
    this.#page = page;
    this.#mask = mask;
    this.#clock = clock;
    this.#reader = new DocumentReader(page, this.#clock);
  }

  /**
   * Shows the page, or a part of it that was folded.
   * @throws ActionError `ACTION_FAILED`, with the reason "gone" or "unknown reference" of `part`;
   *   what the driver throws; the signal's reason
   */
  async snapshot(options: SnapshotOptions, signal: AbortSignal): Promise<Snapshot> {
    const maxBytes = Math.max(options.maxBytes ?? MAX_BYTES, LEAST_BYTES);
    const look = await this.#tellable(signal);
    if (options.part !== undefined) return this.#part(look, options.part, maxBytes);
    this.#shown = look;
    return this.#whole(look, maxBytes);
  }

  /**
   * Shows what changed since the last snapshot or the last changes; the whole page when most did or
   * it has another document.
   * @throws what the driver throws; the signal's reason
   */
  async changes(options: SnapshotOptions, signal: AbortSignal): Promise<Snapshot> {
    const maxBytes = Math.max(options.maxBytes ?? MAX_BYTES, LEAST_BYTES);
    const before = this.#shown;
    const look = await this.#tellable(signal);
    this.#shown = look;
    const whole = this.#whole(look, maxBytes);
    if (before === undefined || before.document !== look.document) return whole;
    const { lines, besides } = tellChanges(before, look, {
      writer: this.#writer({ maxBytes }),
      bytes: maxBytes / 4,
    });
    const end = besides.join("\n");
    const isMost = Buffer.byteLength(lines.join("\n")) > Buffer.byteLength(whole.text) * MOST;
    if (isMost) return end === "" ? whole : this.#whole(look, maxBytes, `\n${end}`);
    const all = [...lines, ...besides];
    const text =
      all.length === 0 ? tellNothing(before, look, this.#writer({ maxBytes })) : all.join("\n");
    return { ...whole, ...tally(text), isChange: true };
  }

  /**
   * Finds the lines that say a text, whatever its case, folded ones too.
   * @throws what the driver throws; the signal's reason
   */
  async find(text: string, signal: AbortSignal): Promise<FoundLines> {
    const { nodes } = await this.#tellable(signal);
    const writer = this.#writer({ maxBytes: MAX_BYTES });
    const found = listSaying(nodes, text);
    const lines: string[] = [];
    let left = MAX_BYTES;
    for (const node of found.slice(0, FOUND)) {
      const line = writer.line({ ...node, acts: true });
      left -= Buffer.byteLength(line) + 1;
      if (left < 0) break;
      lines.push(line);
    }
    return { text: lines.join("\n"), shown: lines.length, count: found.length };
  }

  /**
   * Lists the elements that something can be done with, in the order of the page.
   * @throws what the driver throws; the signal's reason
   */
  async elements(signal: AbortSignal): Promise<readonly PageElement[]> {
    const { nodes } = await this.#tellable(signal);
    return listElements(nodes, (key) => this.#refs.refOf(key));
  }

  /**
   * What tells elements apart besides their names: attributes as `id`, `name`, `href`; empty of those
   * that are gone.
   * @throws as {@link act}
   */
  async attributesOf(
    refs: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly Readonly<Record<string, string>>[]> {
    const keys = refs.map((ref) => this.#refs.keyOf(ref).split(":").map(Number));
    const byDocument = Map.groupBy(keys, ([document = 0]) => document);
    const attributes = new Map<string, Readonly<Record<string, string>>>();
    for (const [document, own] of byDocument) {
      const ids = own.map(([, id = 0]) => id);
      const read = await this.#reader.attributesOf(document, ids, signal);
      ids.forEach((id, at) => attributes.set(`${document}:${id}`, read[at] ?? {}));
    }
    return keys.map((key) => masked(attributes.get(key.join(":")) ?? {}, this.#mask));
  }

  /** What the page said when it was last shown, one text for each thing on it. */
  get said(): readonly string[] {
    return listSaid(this.#shown?.nodes ?? []);
  }

  /**
   * Does something with an element, as `runActions` of `dragline/browser` does.
   * @throws ActionError `ACTION_FAILED`, with the reason "gone" of an element that is no longer in the
   *   page and "unknown reference" of one that never was; the signal's reason
   */
  async act(
    action: RefAction,
    signal: AbortSignal,
    { awaitsNavigation = true }: { readonly awaitsNavigation?: boolean } = {},
  ): Promise<ActionReport> {
    if (action.type === "click") await this.#checkLabel(action.ref, signal);
    const options = { signal, clock: this.#clock, awaitsNavigation };
    const run = async (): Promise<ActionReport> => {
      const given = await nodeActionOf(action, (ref) => this.target(ref, signal));
      return await runNodeAction(this.#page, given, options);
    };
    // A page may draw an element anew between the look at it and the mouse.
    const report = await run().catch((error: unknown) => {
      if (isGone(error)) return run();
      throw error;
    });
    // What covers an element is reported in the page's words.
    const { reason } = report;
    return reason === undefined ? report : { ...report, reason: this.#mask(reason) };
  }

  /**
   * The element of a reference, for actions; when the page has drawn it anew, the one that is the same by
   * role, name and place.
   * @throws as {@link act}
   */
  async target(ref: string, signal: AbortSignal): Promise<NodeTarget> {
    const [document, id] = this.#refs.placeOf(ref);
    const target =
      (await this.#reader.nodeOf(document, id, signal)) ?? (await this.#redrawn(ref, signal));
    if (target === undefined) throw failure("gone", ref);
    return target;
  }

  async #redrawn(ref: string, signal: AbortSignal): Promise<NodeTarget | undefined> {
    const told = this.#told;
    if (told === undefined) return undefined;
    const look = await this.#look(signal);
    const old = this.#refs.keyOf(ref);
    const key =
      look.document === told.document ? sameElement(told.nodes, look.nodes, old) : undefined;
    if (key === undefined) return undefined;
    this.#refs.move(ref, key);
    this.#told = look;
    return await this.#reader.nodeOf(...this.#refs.placeOf(ref), signal);
  }

  /** @throws ActionError once, when a control is called otherwise than when its reference was told */
  async #checkLabel(ref: string, signal: AbortSignal): Promise<void> {
    const told = this.#told;
    if (told === undefined) return;
    const look = await this.#look(signal);
    const change = labelChange(told.nodes, look.nodes, this.#refs.keyOf(ref));
    if (change === undefined) return;
    this.#told = look;
    throw failure(change, ref);
  }

  async #tellable(signal: AbortSignal): Promise<PageLook> {
    return (this.#told = await this.#look(signal));
  }

  /**
   * Where what is typed into the field of a reference goes.
   * @throws as {@link act}
   */
  async placeOf(ref: string, signal: AbortSignal): Promise<FieldPlace> {
    const [document, id] = this.#refs.placeOf(ref);
    const place = await this.#reader.placeOf(document, id, signal);
    if (place === undefined) throw failure("gone", ref);
    return place;
  }

  /**
   * Has `serialisePage` tell the element of a reference by `data-part` with a name.
   * @throws as {@link act}
   */
  async markPart(ref: string, name: string, signal: AbortSignal): Promise<void> {
    const [document, id] = this.#refs.placeOf(ref);
    if (!(await this.#reader.mark(document, id, { name, signal }))) throw failure("gone", ref);
  }

  /** Lets go of the page, which stays as it is. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#reader.close();
  }

  async #look(signal: AbortSignal): Promise<PageLook> {
    const { main, frames } = await this.#reader.read(signal);
    const builder = new OutlineBuilder(frames, this.#mask);
    const documents = [main, ...frames.values()];
    return {
      nodes: builder.build(main),
      root: `${main.document}:0`,
      document: main.document,
      url: this.#mask(main.url.toWellFormed()),
      title: builder.plain(main.title),
      notes: notesOf(documents, builder.plain),
      scrolled: main.scrolled,
      isTouched: documents.some(({ isTouched }) => isTouched),
      plain: builder.plain,
    };
  }

  /** @param besides what is reported below */
  #whole(look: PageLook, maxBytes: number, besides?: string): Snapshot {
    const { notes, nodes, root, url, title } = look;
    const end = besides ?? notes.map((note) => `\n${note}`).join("");
    const writer = this.#writer({ maxBytes: maxBytes - Buffer.byteLength(end) });
    const { text, isFolded } = writer.write(nodes, { key: root, from: 0 });
    return { ...tally(text + end), url, title, folded: isFolded, isChange: false };
  }

  #part(look: PageLook, part: string, maxBytes: number): Snapshot {
    const [ref = "", offset = "0"] = part.split("@");
    const opened = openPart(look, this.#refs.keyOf(ref), Number(offset));
    if (opened === undefined) throw failure("gone", ref);
    const { textFrom } = opened;
    const writer = this.#writer({ maxBytes, isPart: true, textFrom });
    const { text, isFolded } = writer.write(opened.nodes, opened.around);
    const { url, title } = look;
    return { ...tally(text), url, title, folded: isFolded, isChange: false };
  }

  #writer(limits: WriteLimits): OutlineWriter {
    return new OutlineWriter((key) => this.#refs.refOf(key), limits);
  }
}

function masked(
  attributes: Readonly<Record<string, string>>,
  mask: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, text]) => [name, mask(text)]));
}
