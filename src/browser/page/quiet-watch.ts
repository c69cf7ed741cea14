import type { LoadingSigns, PageLook } from "./loading-signs.ts";

/** What a page says of itself. */
export interface PageQuiet {
  readonly state: DocumentReadyState;
  /** Milliseconds since an element was last inserted; 0 at the first question. */
  readonly quiet: number;
  /** How it looks; `whole` while it is not quiet enough to be asked. */
  readonly look: PageLook;
}

type Root = Document | ShadowRoot;

/**
 * Runs in a page's isolated world, as source: from the first question on it watches for insertions
 * of elements in the document, its open shadow roots and the frames within reach. Changes of text
 * and attributes are none, nor are scripts and styles.
 */
export class QuietWatch {
  readonly #unseen = /^(?:script|style|link|meta|noscript|template|base|title)$/;
  /** Elements that are searched for shadow roots and frames at a question. */
  readonly #looks = 20_000;
  readonly #roots = new WeakSet<Root>();
  readonly #observer: MutationObserver;
  readonly #signs: LoadingSigns;
  #last: number;

  constructor(signs: LoadingSigns) {
    this.#signs = signs;
    this.#last = this.#now();
    this.#observer = new MutationObserver((records) => {
      const isSeen = (node: Node): boolean => this.#isSeen(node);
      if (records.some(({ addedNodes }) => [...addedNodes].some(isSeen))) this.#last = this.#now();
    });
  }

  /** @param quietMs milliseconds of quiet after which its look is asked for */
  run(quietMs: number): PageQuiet {
    const roots = this.#watchRoots();
    const state = Reflect.get(Document.prototype, "readyState", document);
    const quiet = this.#now() - this.#last;
    return { state, quiet, look: quiet < quietMs ? "whole" : this.#signs.look(roots) };
  }

  /** The age of an event is the one clock of a page that nobody can set. */
  #now(): number {
    return new Event("").timeStamp;
  }

  #isSeen(node: Node): boolean {
    if (Reflect.get(Node.prototype, "nodeType", node) !== 1) return false;
    return !this.#unseen.test(Reflect.get(Element.prototype, "localName", node));
  }

  /** Gives the roots within reach. */
  #watchRoots(): readonly Root[] {
    const found: Root[] = [document];
    const roots: Root[] = [];
    let looks = this.#looks;
    for (let root = found.pop(); root !== undefined && looks > 0; root = found.pop()) {
      roots.push(root);
      if (!this.#roots.has(root)) {
        this.#roots.add(root);
        this.#observer.observe(root, { childList: true, subtree: true });
        this.#last = this.#now();
      }
      const isDocument = Reflect.get(Node.prototype, "nodeType", root) === 9;
      const { prototype } = isDocument ? Document : DocumentFragment;
      for (const element of prototype.querySelectorAll.call(root, "*")) {
        looks -= 1;
        if (looks < 0) return roots;
        const inner = this.#innerOf(element);
        if (inner !== null) found.push(inner);
      }
    }
    return roots;
  }

  #innerOf(element: Element): Root | null {
    const name = Reflect.get(Element.prototype, "localName", element);
    try {
      if (name === "iframe") {
        return Reflect.get(HTMLIFrameElement.prototype, "contentDocument", element);
      }
      if (name === "frame") {
        return Reflect.get(HTMLFrameElement.prototype, "contentDocument", element);
      }
    } catch {
      // An element of SVG can have such a name.
      return null;
    }
    return Reflect.get(Element.prototype, "shadowRoot", element);
  }
}
