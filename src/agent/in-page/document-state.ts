import type { DocumentMemory, DocumentOutline } from "../view/page-node.ts";
import type { ElementNames } from "./element-names.ts";
import type { ElementStates } from "./element-states.ts";

/** Runs in a page's isolated world, as source: what holds of a document as a whole. */
export class DocumentState {
  readonly #names: ElementNames;
  readonly #states: ElementStates;
  readonly #memory: NonNullable<DocumentMemory["draglineNodes"]>;

  constructor(
    names: ElementNames,
    states: ElementStates,
    memory: NonNullable<DocumentMemory["draglineNodes"]>,
  ) {
    this.#names = names;
    this.#states = states;
    this.#memory = memory;
  }

  read(): Pick<DocumentOutline, "selected" | "scrolled" | "isTouched"> {
    return {
      selected: this.#selected(),
      scrolled: this.#scrolled(),
      isTouched: this.#touched(),
    };
  }

  /** Notes from now on what the page changes in a tree. */
  follow(tree: Document | ShadowRoot): void {
    this.#memory.watch ??= new MutationObserver(this.#note);
    const all = { subtree: true, attributes: true, childList: true, characterData: true };
    this.#memory.watch.observe(tree, all);
  }

  readonly #note = (records: readonly MutationRecord[]): void => {
    this.#memory.isTouched ||= records.some(({ target }) => this.#isOfPage(target));
  };

  /** Whether the page changed anything since the last time. */
  #touched(): boolean {
    const memory = this.#memory;
    this.follow(document);
    this.#note(memory.watch?.takeRecords() ?? []);
    const was = memory.isTouched;
    memory.isTouched = false;
    return was;
  }

  #isOfPage(node: Node): boolean {
    const element = node instanceof Element ? node : node.parentElement;
    return element === null || element.closest("head, script, style") === null;
  }

  #selected(): string | number {
    const [names, states] = [this.#names, this.#states];
    const active: Element | null = Reflect.get(Document.prototype, "activeElement", document);
    const tag = active === null ? "" : names.tag(active);
    const isField = active !== null && /^(?:input|textarea)$/.test(tag);
    if (isField && states.value(active, tag) === undefined) return "";
    const text = String(getSelection() ?? "").trim();
    return text.length > 200 ? text.length : text;
  }

  #scrolled(): number {
    // A document may be empty for a moment.
    const root: Element | null = Reflect.get(Document.prototype, "documentElement", document);
    const most = (root?.scrollHeight ?? 0) - innerHeight;
    return most <= 0 ? 0 : Math.round((100 * scrollY) / most);
  }
}
