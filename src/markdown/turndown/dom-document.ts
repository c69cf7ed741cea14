import { DomElement, type ElementParts } from "./dom-element.ts";
import { DomKind, type DomOwner, type Ledger } from "./dom-node.ts";
import { DomParent } from "./dom-parent.ts";
import { DomText } from "./dom-text.ts";

/** Characters of text that nodes keep in all, so that deep pages do not hold theirs many times. */
const MOST_KEPT = 33_554_432;

/** The top of a tree, which makes its nodes. */
export class DomDocument extends DomParent implements DomOwner {
  override readonly nodeType = DomKind.document;
  override readonly nodeName = "#document";

  constructor(ledger: Ledger = { edits: 0, room: MOST_KEPT, names: new Set() }) {
    super(null, ledger);
  }

  /** The outermost element. */
  get documentElement(): DomElement | null {
    return this.firstElementChild;
  }

  /** The page's `body`. */
  get body(): DomElement | null {
    return this.getElementsByTagName("body")[0] ?? null;
  }

  /** The first element with the id. */
  getElementById(id: string): DomElement | null {
    return this.descendants().find((element) => element.getAttribute("id") === id) ?? null;
  }

  /** An element without attributes. */
  createElement(name: string): DomElement {
    return this.element({ name: name.toLowerCase(), attributes: () => new Map() });
  }

  /** An element of the page. */
  element(parts: ElementParts): DomElement {
    return new DomElement(this, parts);
  }

  /** A text. */
  createTextNode(text: string): DomText {
    return new DomText(this, text);
  }

  /** A parent for nodes on their way. */
  createDocumentFragment(): DomFragment {
    return new DomFragment(this, this.ledger);
  }

  protected override copy(): DomDocument {
    return new DomDocument(this.ledger);
  }
}

/** A parent for nodes on their way: inserted, it leaves its place to them. */
class DomFragment extends DomParent {
  override readonly nodeType = DomKind.fragment;
  override readonly nodeName = "#document-fragment";

  protected override copy(): DomFragment {
    return new DomFragment(this.ownerDocument, this.ledger);
  }
}
