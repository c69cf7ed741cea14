type Present = ReadonlyMap<string, string | undefined>;

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
  readonly #none: Present = new Map();

  /**
   * The attributes as they stand in a start tag, each with a space before it.
   * @param base what relative addresses are relative to; undefined to leave them
   */
  of(element: Element, base: string | undefined): string {
    const attributes = this.#read(Element, "attributes", element) as NamedNodeMap;
    const present = this.#present(element);
    let text = "";
    for (let index = 0; index < attributes.length; index += 1) {
      const { name, value } = attributes[index] as Attr;
      // Scripts can give attributes names that no markup can.
      if (/[\s"'<>/=\0]/.test(name) || present.has(name)) continue;
      text += this.#mark(name, base === undefined ? value : this.#absolute(name, value, base));
    }
    for (const [name, value] of present) if (value !== undefined) text += this.#mark(name, value);
    return text;
  }

  /** A value or a style sheet's text without long data URLs. */
  shortened(value: string): string {
    if (value.length <= this.#long || !value.includes("data:")) return value;
    return value.replace(/data:[^\s"')]+/g, (url) => (url.length > this.#long ? "data:," : url));
  }

  #read(type: { prototype: object }, name: string, of: object): unknown {
    return Reflect.get(type.prototype, name, of);
  }

  #mark(name: string, value: string): string {
    const short = this.shortened(value);
    if (short === "") return ` ${name}`;
    if (!/[&<>"\u00a0]/.test(short)) return ` ${name}="${short}"`;
    const escaped = short
      .replaceAll("&", "&amp;")
      .replaceAll('"', "&quot;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll("\u00a0", "&nbsp;");
    return ` ${name}="${escaped}"`;
  }

  /** The attributes that say what a control shows now; undefined where one must be absent. */
  #present(element: Element): Present {
    const name = this.#read(Element, "localName", element);
    if (name !== "input" && name !== "option") return this.#none;
    try {
      return name === "input" ? this.#input(element) : this.#option(element);
    } catch {
      // An element of SVG can have such a name.
      return this.#none;
    }
  }

  #option(option: Element): Present {
    const selected = this.#read(HTMLOptionElement, "selected", option);
    return new Map([["selected", selected === true ? "" : undefined]]);
  }

  #input(input: Element): Present {
    const type = String(this.#read(HTMLInputElement, "type", input));
    const filled = Element.prototype.getAttribute.call(input, "autocomplete") ?? "";
    if (this.#secrets.test(`${type} ${filled}`)) return new Map([["value", undefined]]);
    if (type === "checkbox" || type === "radio") {
      const checked = this.#read(HTMLInputElement, "checked", input);
      return new Map([["checked", checked === true ? "" : undefined]]);
    }
    if (this.#fixed.test(type)) return this.#none;
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
