import type { ElementLook, PageNode } from "../view/page-node.ts";
import type { ElementNames } from "./element-names.ts";
import type { ElementStates } from "./element-states.ts";

/** Runs in a page's isolated world, as source: what of things can change without a word of theirs. */
export class ElementLooks {
  readonly #names: ElementNames;
  readonly #states: ElementStates;
  /** Things whose looks are told. */
  #left = 4000;
  /** Characters of a class, a style or an attribute of which the words are told. */
  readonly #most = 400;
  /** Pixels of a drawing that are compared. */
  readonly #pixels = 1_000_000;
  /** Classes that the mouse and the focus give. */
  readonly #passing = /hover|focus|ripple|touched|pristine/i;
  readonly #attributes = /^(?:data-(?!react|v-|test)|aria-(?:sort|busy|grabbed)$)/;

  constructor(names: ElementNames, states: ElementStates) {
    this.#names = names;
    this.#states = states;
  }

  /** The looks of nodes and of what they are in, by their numbers. */
  read(
    nodes: readonly PageNode[],
    elementOf: (id: number) => Element | undefined,
  ): Record<number, ElementLook> {
    const told = new Map<Element, PageNode>();
    const collect = (list: readonly PageNode[]): void => {
      for (const node of list) {
        const element = elementOf(node.id);
        if (element !== undefined && (!told.has(element) || node.acts === true))
          told.set(element, node);
        collect(node.children ?? []);
      }
    };
    collect(nodes);
    const looks: Record<number, ElementLook> = {};
    const claimed = new Set<Element>();
    for (const [element, { id, acts = false }] of told) {
      this.#left -= 1;
      if (this.#left < 0) break;
      const around: Element[] = [];
      for (
        let at = element.parentElement;
        at !== null && around.length < 8;
        at = at.parentElement
      ) {
        if (told.has(at) || claimed.has(at) || /^(?:html|body)$/.test(at.localName)) break;
        claimed.add(at);
        around.push(at);
      }
      const look = this.#look(element, { around, acts });
      if (Object.keys(look).length > 0) looks[id] = look;
    }
    return looks;
  }

  #look(
    element: Element,
    { around, acts }: { readonly around: readonly Element[]; readonly acts: boolean },
  ): ElementLook {
    const classes = [element, ...around].flatMap((one) => this.#classesOf(one));
    const parts: [string, string][] = [["class", [...new Set(classes)].join(" ")]];
    const style = [element, ...around].map((one) => this.#names.attribute(one, "style") ?? "");
    parts.push(["style", style.filter((text) => text !== "").join(";")]);
    if (acts) parts.push(...this.#attributesOf(element), ["place", this.#place(element)]);
    parts.push(...this.#contents(element));
    const short = parts.map(([name, text]) => [name, this.#short(text)] as const);
    return Object.fromEntries(short.filter(([, text]) => text !== ""));
  }

  #classesOf(element: Element): string[] {
    const words = (this.#names.attribute(element, "class") ?? "").split(/\s+/);
    return words.filter((word) => word !== "" && !this.#passing.test(word));
  }

  #attributesOf(element: Element): [string, string][] {
    const names: string[] = Element.prototype.getAttributeNames.call(element);
    return names
      .filter((name) => this.#attributes.test(name))
      .slice(0, 12)
      .map((name) => [name, this.#names.attribute(element, name) || "true"]);
  }

  /** What is seen in an element, or is in it unseen. */
  #contents(element: Element): [string, string][] {
    const tag = this.#names.tag(element);
    if (tag === "canvas") return [["drawing", this.#drawing(element as HTMLCanvasElement)]];
    if (tag === "img") return [["picture", this.#sum((element as HTMLImageElement).currentSrc)]];
    if (tag !== "input" && tag !== "textarea") return [];
    const { value } = element as HTMLInputElement;
    const isTold = value === "" || this.#states.value(element, tag) !== undefined;
    return isTold ? [] : [["secret", this.#sum(value)]];
  }

  /** Where an element is put in what it is in, when it does not flow there. */
  #place(element: Element): string {
    const { position, transform, translate } = getComputedStyle(element);
    const isPut = /^(?:absolute|fixed)$/.test(position) || transform + translate !== "nonenone";
    if (!isPut || !(element instanceof HTMLElement)) return "";
    const { left, top } = Element.prototype.getBoundingClientRect.call(element);
    const within = element.offsetParent;
    const isPage = within === null || /^(?:html|body)$/.test(within.localName);
    const from = isPage ? { left: -scrollX, top: -scrollY } : within.getBoundingClientRect();
    const at = position === "fixed" ? { left: 0, top: 0 } : from;
    return `${Math.round(left - at.left)},${Math.round(top - at.top)}`;
  }

  #drawing(canvas: HTMLCanvasElement): string {
    const scale = Math.min(1, Math.sqrt(this.#pixels / (canvas.width * canvas.height)));
    const [width, height] = [canvas.width, canvas.height].map((side) => Math.floor(side * scale));
    if (!width || !height) return "";
    try {
      const copy = new OffscreenCanvas(width, height);
      const context = copy.getContext("2d", { willReadFrequently: true });
      context?.drawImage(canvas, 0, 0, width, height);
      const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
      return this.#sum(new Uint32Array(data.buffer));
    } catch {
      // A picture of another site in it is nobody's to read.
      return "";
    }
  }

  #short(text: string): string {
    return text.length > this.#most ? `#${this.#sum(text)}` : text;
  }

  /** A number that two different contents hardly share. */
  #sum(content: string | Uint32Array): string {
    let sum = 0x81_1c_9d_c5;
    for (let at = 0; at < content.length; at += 1) {
      const unit = typeof content === "string" ? content.charCodeAt(at) : (content[at] ?? 0);
      sum = Math.imul(sum ^ unit, 0x01_00_01_93);
    }
    return (sum >>> 0).toString(36);
  }
}
