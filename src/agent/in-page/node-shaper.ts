import type { PageNode } from "../view/page-node.ts";
import type { ElementNames } from "./element-names.ts";
import type { ElementSight } from "./element-sight.ts";
import type { IconHints } from "./icon-hints.ts";
import type { ElementStates } from "./element-states.ts";

/** An element whose inside has been read. */
interface ReadElement {
  readonly element: Element;
  readonly tag: string;
  readonly role: string;
  readonly acts: boolean;
  readonly drawn: { readonly scrolls: boolean };
  readonly children: readonly PageNode[];
  readonly id: number;
}

/** What {@link NodeShaper} works with. */
interface ShaperParts {
  readonly names: ElementNames;
  readonly states: ElementStates;
  readonly sight: ElementSight;
  readonly icons: IconHints;
}

/** Runs in a page's isolated world, as source: an element and its inside as one node, or none. */
export class NodeShaper {
  readonly #names: ElementNames;
  readonly #states: ElementStates;
  readonly #sight: ElementSight;
  readonly #icons: IconHints;
  /** Roles that are called by what is in them. */
  readonly #named =
    /^(?:button|link|heading|option|tab|menuitem|menuitemcheckbox|menuitemradio|treeitem|cell|gridcell|columnheader|rowheader|listitem|tooltip|term|definition|checkbox|radio|switch|slider)$/;
  /** Roles that mean something only where there is more than one thing in them, or a name. */
  readonly #loose =
    /^(?:group|article|complementary|banner|contentinfo|main|region|search|section|figure|rowgroup|list|listitem|cell|gridcell|row|table|grid|definition|term|none)$/;

  constructor(parts: ShaperParts) {
    this.#names = parts.names;
    this.#states = parts.states;
    this.#sight = parts.sight;
    this.#icons = parts.icons;
  }

  shape(read: ReadElement): readonly PageNode[] {
    const { element, tag, role, acts, children, id } = read;
    if (role === "row") return this.#row(read);
    const own = this.#names.name(element, tag);
    const scrolls = read.drawn.scrolls ? this.#scrollMarks(element) : [];
    const marks = [...this.#marks(read), ...scrolls];
    if (this.#isOneLine(read)) {
      const text = this.#calledBy(read, own);
      // What is longer than a name may be keeps its lines.
      if (!acts || text.length <= 200) return this.#flat({ ...read, marks, name: text });
    }
    if (!acts && this.#isBare(read, own)) return this.#bare(read);
    const shown = role || (acts ? "clickable" : "scrollable");
    return [{ role: shown, name: own, marks, id, acts: acts || scrolls.length > 0, children }];
  }

  /** What an element is called: before a mere title by the words in it. */
  #calledBy(read: ReadElement, own: string): string {
    if (own === "") return this.#lineOf(read);
    if (!this.#names.isTitled(read.element, own)) return own;
    const line = this.#lineOf(read);
    return /[\p{L}\p{N}]/u.test(line) ? line : own;
  }

  /** What an element says by what is in it. */
  #lineOf({ element, acts, children }: ReadElement): string {
    // A control's icon is told by its own mark.
    const telling = children.filter(({ role, name }) => !acts || role !== "img" || name);
    const said = telling.map((child) => this.#textOf(child)).join(" ");
    return said === "" && acts ? this.#names.titleWithin(element) : said;
  }

  #bare({ element, role, children, id }: ReadElement): readonly PageNode[] {
    const marks = role === "img" ? this.#icons.alone(element) : [];
    return marks.length === 0 ? children : [{ role, marks, id }];
  }

  #scrollMarks({ scrollTop, scrollHeight, clientHeight }: Element): string[] {
    const part = Math.round((100 * scrollTop) / (scrollHeight - clientHeight));
    return part === 0 ? ["scrolls"] : ["scrolls", `scrolled=${part}%`];
  }

  #marks({ element, tag, role, acts }: ReadElement): string[] {
    if (role === "form") return [];
    const marks = this.#states.marks(element, tag, role);
    return acts ? [...marks, ...this.#states.chosen(element)] : marks;
  }

  /** Whether an element is called by what is in it, and nothing more. */
  #isOneLine({ role, acts, children, drawn }: ReadElement): boolean {
    const isNamed = (acts && role === "") || this.#named.test(role);
    if (drawn.scrolls || !isNamed) return false;
    return children.every((child) => this.#isFlat(child));
  }

  /** Whether an element says no more than what is in it. */
  #isBare({ role, children, drawn }: ReadElement, own: string): boolean {
    if (children.length === 0) return role !== "img" || own === "";
    const isLoose = role === "" || (this.#loose.test(role) && own === "");
    return isLoose && children.length === 1 && !drawn.scrolls;
  }

  #flat(read: ReadElement & { readonly name: string; readonly marks: string[] }): PageNode[] {
    const { element, role, acts, name, marks, id } = read;
    if (!acts) {
      if (name === "") return [];
      const isHeading = role === "heading";
      return isHeading ? [{ role, name, marks, id }] : [{ role, value: name, marks, id }];
    }
    const hints = name === "" ? this.#hints(element) : [];
    const shown = role === "" || role === "listitem" || role === "cell" ? "clickable" : role;
    const value = role === "slider" ? this.#states.value(element, "") : undefined;
    return [{ role: shown, name, value, marks: [...marks, ...hints], id, acts }];
  }

  #row({ acts, children, id, element }: ReadElement): readonly PageNode[] {
    if (children.length === 0) return [];
    const isText = children.every((child) => child.acts !== true && child.children === undefined);
    if (!isText) return [{ role: "row", id, acts, children }];
    const value = children.map((child) => this.#textOf(child)).join(" | ");
    const marks = this.#states.marks(element, "tr", "row");
    return [{ role: "row", value, marks, id, acts }];
  }

  /** What tells a control without a name from others. */
  #hints(element: Element): string[] {
    const icon = this.#icons.ofControl(element);
    const said = ["class", "id"].map((name) => this.#names.attribute(element, name) ?? "");
    const text = said.find((value) => value.trim() !== "") ?? "";
    const colour = this.#sight.fillOf(element) || this.#sight.fillOf(element.firstElementChild);
    return [
      ...icon,
      ...(text === "" ? [] : [`class=${text.replaceAll(/\s+/g, " ").trim().slice(0, 40)}`]),
      ...(colour === "" ? [] : [`color=${colour}`]),
    ];
  }

  #isFlat({ acts, frame, role, children }: PageNode): boolean {
    if (acts === true || frame !== undefined || role === "graphic") return false;
    return children === undefined || children.every((child) => this.#isFlat(child));
  }

  #textOf({ role, name, value, marks, children }: PageNode): string {
    const icon = role === "img" ? marks?.find((mark) => mark.startsWith("icon, ")) : undefined;
    if (icon !== undefined) return `(${icon})`;
    const inner = (children ?? []).map((child) => this.#textOf(child));
    return [name, value, ...inner].filter((text) => (text ?? "") !== "").join(" ");
  }
}
