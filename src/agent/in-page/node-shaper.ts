import type { PageNode } from "../page-node.ts";
import type { ElementNames } from "./element-names.ts";
import type { ElementSight } from "./element-sight.ts";
import type { ElementStates } from "./element-states.ts";

/** An element whose inside has been read. */
export interface ReadElement {
  readonly element: Element;
  readonly tag: string;
  readonly role: string;
  readonly acts: boolean;
  readonly drawn: { readonly scrolls: boolean };
  readonly children: readonly PageNode[];
  readonly id: number;
}

/** Runs in a page's isolated world, as source: an element and its inside as one node, or none. */
export class NodeShaper {
  readonly #names: ElementNames;
  readonly #states: ElementStates;
  readonly #sight: ElementSight;
  /** Roles that are called by what is in them. */
  readonly #named =
    /^(?:button|link|heading|option|tab|menuitem|menuitemcheckbox|menuitemradio|treeitem|cell|gridcell|columnheader|rowheader|listitem|tooltip|term|definition|checkbox|radio|switch|slider)$/;
  /** Roles that mean something only where there is more than one thing in them, or a name. */
  readonly #loose =
    /^(?:group|article|complementary|banner|contentinfo|main|region|search|section|figure|rowgroup|list|listitem|cell|gridcell|row|table|grid|definition|term|none)$/;

  constructor(names: ElementNames, states: ElementStates, sight: ElementSight) {
    this.#names = names;
    this.#states = states;
    this.#sight = sight;
  }

  shape(read: ReadElement): readonly PageNode[] {
    const { element, tag, role, acts, children, id } = read;
    if (role === "row") return this.#row(read);
    const own = this.#names.name(element, tag);
    const scrolls = read.drawn.scrolls ? ["scrolls"] : [];
    const marks = [...this.#marks(read), ...scrolls];
    if (this.#isOneLine(read)) {
      const text = own === "" ? children.map((child) => this.#textOf(child)).join(" ") : own;
      // What is longer than a name may be keeps its lines.
      if (!acts || text.length <= 200) return this.#flat({ ...read, marks, name: text });
    }
    if (!acts && this.#isBare(read, own)) return children;
    const shown = role || (acts ? "clickable" : "scrollable");
    return [{ role: shown, name: own, marks, id, acts: acts || scrolls.length > 0, children }];
  }

  #marks({ element, tag, role }: ReadElement): string[] {
    return role === "form" ? [] : this.#states.marks(element, tag, role);
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
    const said = ["class", "id"].map((name) => this.#names.attribute(element, name) ?? "");
    const text = said.find((value) => value.trim() !== "") ?? "";
    const colour = this.#sight.fillOf(element) || this.#sight.fillOf(element.firstElementChild);
    return [
      ...(text === "" ? [] : [`class=${text.replaceAll(/\s+/g, " ").trim().slice(0, 40)}`]),
      ...(colour === "" ? [] : [`color=${colour}`]),
    ];
  }

  #isFlat({ acts, frame, role, children }: PageNode): boolean {
    if (acts === true || frame !== undefined || role === "graphic") return false;
    return children === undefined || children.every((child) => this.#isFlat(child));
  }

  #textOf({ name, value, children }: PageNode): string {
    const inner = (children ?? []).map((child) => this.#textOf(child));
    return [name, value, ...inner].filter((text) => (text ?? "") !== "").join(" ");
  }
}
