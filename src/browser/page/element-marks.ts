type Present = ReadonlyMap<string, string | undefined>;

/** What is known of an attribute by its name. */
interface AttributeName {
  /** What it is written with, before its value; empty for names that no markup can give. */
  readonly start: string;
  /** Without capitals: `getAttribute` would look for others in their place. */
  readonly isSmall: boolean;
}

/** A part of the page that is to be found in its HTML. */
interface MarkedPart {
  readonly element: Element;
  readonly name: string;
}

/** Where a world remembers it. */
export interface PartMemory {
  draglinePart?: MarkedPart | undefined;
}

/**
 * Runs in a page's isolated world, as source: the attributes of elements as HTML, with the present
 * values of controls, and addresses made absolute where an element stands in another document.
 */
export class ElementMarks {
  readonly #addresses =
    /^(?:href|src|poster|action|formaction|cite|background|longdesc|xlink:href|data-(?:lazy|src|original|lazy-src|original-src|hi-res-src|full-src))$/;
  /** Fields whose values are nobody's business. */
  readonly #secrets = /password|cc-|one-time-code/;
  /** Kinds of `input` whose value is not what was typed. */
  readonly #fixed = /^(?:checkbox|radio|hidden|submit|reset|button|image|file)$/;
  /** Characters from which on data URLs are cut out of a value. */
  readonly #long = 10_240;
  readonly #escapes = /[&<>"\u00a0]/;
  readonly #getNames = Reflect.get(Element.prototype, "getAttributeNames");
  readonly #getValue = Reflect.get(Element.prototype, "getAttribute");
  readonly #names = new Map<string, AttributeName>();
  readonly #part: MarkedPart | undefined;

  /** @param part the name under which a part was marked that is to be found again */
  constructor(part?: string) {
    const told = (globalThis as PartMemory).draglinePart;
    this.#part = told?.name === part ? told : undefined;
  }

  /**
   * The attributes but `hidden` as they stand in a start tag, each with a space before it.
   * @param tag what the element is called
   * @param base what relative addresses are relative to; undefined to leave them
   */
  of(element: Element, tag: string, base: string | undefined): string {
    const present = this.#present(element, tag);
    const names = this.#getNames.call(element);
    let text = "";
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] as string;
      const { start, isSmall } = this.#names.get(name) ?? this.#name(name);
      if (start === "" || name === "hidden" || present?.has(name) === true) continue;
      const known = isSmall ? this.#getValue.call(element, name) : null;
      const value = known ?? this.#valueAt(element, index);
      text += this.#mark(start, base === undefined ? value : this.#absolute(name, value, base));
    }
    if (present !== undefined) text += this.#marksOf(present);
    return text + this.#partMark(element);
  }

  #partMark(element: Element): string {
    return element === this.#part?.element ? ` data-part="${this.#part.name}"` : "";
  }

  /** The attribute `hidden` as the element has it, with a space before it; empty without one. */
  hidden(element: Element): string {
    const value = this.#getValue.call(element, "hidden");
    return value === null ? "" : this.#mark(" hidden", value);
  }

  /** The same of what a search in the page would open, which is not out of reach. */
  untilFound(element: Element): string {
    const mark = this.hidden(element);
    return mark === ' hidden="until-found"' ? mark : "";
  }

  /** A script's or style sheet's text, without what would end it early or never. */
  raw(name: string, text: string): string {
    if (name === "style") return this.#shortened(text).replace(/<\/(?=style)/gi, "<\\/");
    const whole = text.replace(/<\/(?=script)/gi, "\\u003C/");
    // A comment that holds a start tag of a script swallows the end tag, unless it ends before.
    const last = whole.indexOf("<!--", whole.lastIndexOf("-->") + 1);
    const swallows = last >= 0 && /<script/i.test(whole.slice(last));
    return swallows ? whole.replaceAll("<!--", "\\u003C!--") : whole;
  }

  /** A value or a style sheet's text without long data URLs. */
  #shortened(value: string): string {
    if (value.length <= this.#long || !value.includes("data:")) return value;
    return value.replace(/data:[^\s"')]+/g, (url) => (url.length > this.#long ? "data:," : url));
  }

  #name(name: string): AttributeName {
    const start = /[\s"'<>/=\0]/.test(name) ? "" : ` ${name}`;
    const known = { start, isSmall: name === name.toLowerCase() };
    this.#names.set(name, known);
    return known;
  }

  #valueAt(element: Element, index: number): string {
    return (this.#read(Element, "attributes", element) as NamedNodeMap)[index]?.value ?? "";
  }

  #read(type: { prototype: object }, name: string, of: object): unknown {
    return Reflect.get(type.prototype, name, of);
  }

  #mark(start: string, value: string): string {
    if (value === "") return start;
    const short = value.length > this.#long ? this.#shortened(value) : value;
    if (!this.#escapes.test(short)) return `${start}="${short}"`;
    const escaped = short
      .replaceAll("&", "&amp;")
      .replaceAll('"', "&quot;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll("\u00a0", "&nbsp;");
    return `${start}="${escaped}"`;
  }

  #marksOf(present: Present): string {
    let text = "";
    for (const [name, value] of present)
      if (value !== undefined) text += this.#mark(` ${name}`, value);
    return text;
  }

  /** The attributes that say what a control shows now; undefined where one must be absent. */
  #present(element: Element, tag: string): Present | undefined {
    if (tag !== "input" && tag !== "option") return undefined;
    try {
      return tag === "input" ? this.#input(element) : this.#option(element);
    } catch {
      // An element of SVG can have such a name.
      return undefined;
    }
  }

  #option(option: Element): Present | undefined {
    const selected = this.#read(HTMLOptionElement, "selected", option);
    return new Map([["selected", selected === true ? "" : undefined]]);
  }

  #input(input: Element): Present | undefined {
    const type = String(this.#read(HTMLInputElement, "type", input));
    const filled = Element.prototype.getAttribute.call(input, "autocomplete") ?? "";
    if (this.#secrets.test(`${type} ${filled}`)) return new Map([["value", undefined]]);
    if (type === "checkbox" || type === "radio") {
      const checked = this.#read(HTMLInputElement, "checked", input);
      return new Map([["checked", checked === true ? "" : undefined]]);
    }
    if (this.#fixed.test(type)) return undefined;
    const value = String(this.#read(HTMLInputElement, "value", input));
    return new Map([["value", value === "" ? undefined : value]]);
  }

  #absolute(name: string, value: string, base: string): string {
    if (name.endsWith("srcset")) {
      return value.replace(/([^\s,]\S*[^\s,]|[^\s,])(\s+[^,]*)?/g, (_all, url, size = "") =>
        [this.#resolved(String(url), base), String(size)].join(""),
      );
    }
    return this.#addresses.test(name) ? this.#resolved(value, base) : value;
  }

  #resolved(value: string, base: string): string {
    return value.length > this.#long ? value : (URL.parse(value, base)?.href ?? value);
  }
}
