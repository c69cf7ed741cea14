import type { DocumentMemory } from "../view/page-node.ts";

/** Runs in a page's isolated world, as source: what elements are and what they are called. */
export class ElementNames {
  readonly #get = Reflect.get(Element.prototype, "getAttribute");
  readonly #roles: Readonly<Record<string, string>> = {
    article: "article",
    aside: "complementary",
    button: "button",
    canvas: "canvas",
    details: "group",
    dialog: "dialog",
    fieldset: "group",
    footer: "contentinfo",
    form: "form",
    header: "banner",
    hr: "",
    main: "main",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    ul: "list",
    option: "option",
    output: "status",
    progress: "progressbar",
    search: "search",
    summary: "button",
    table: "table",
    tr: "row",
    td: "cell",
    th: "columnheader",
    li: "listitem",
    dl: "list",
    textarea: "textbox",
    video: "video",
    audio: "audio",
  };
  readonly #inputs: Readonly<Record<string, string>> = {
    button: "button",
    checkbox: "checkbox",
    file: "file",
    hidden: "",
    image: "button",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    search: "searchbox",
    submit: "button",
  };

  /** The element's name in HTML, whatever a form calls its controls. */
  tag(element: Element): string {
    return Reflect.get(Element.prototype, "localName", element);
  }

  /** The shadow root of an element, a closed one too as far as it was revealed. */
  shadowOf(element: Element): ShadowRoot | null {
    const closed = (globalThis as DocumentMemory).draglineRoots;
    const open: ShadowRoot | null = Reflect.get(Element.prototype, "shadowRoot", element);
    return open ?? closed?.get(element) ?? null;
  }

  attribute(element: Element, name: string): string | null {
    return this.#get.call(element, name);
  }

  /** The role of an element; empty for one that is nothing by itself. */
  role(element: Element, tag: string): string {
    const said = (this.attribute(element, "role") ?? "").trim().split(/\s+/)[0] ?? "";
    if (said === "") return this.#nativeRole(element, tag);
    if (/^(?:none|presentation|generic)$/.test(said)) return "";
    if (said === "region") return this.#region(element);
    return /^(?:text|img|image)$/.test(said) ? "img" : said.toLowerCase();
  }

  /** The role that HTML gives an element. */
  #nativeRole(element: Element, tag: string): string {
    switch (tag) {
      case "a":
      case "area":
        return this.attribute(element, "href") === null ? "" : "link";
      case "input":
        return this.#inputs[this.type(element)] ?? "textbox";
      case "img":
        return this.attribute(element, "alt") === "" ? "" : "img";
      case "section":
        return this.#region(element);
      case "select":
        return this.#isList(element) ? "listbox" : "combobox";
      default:
        return this.#plainRole(element, tag);
    }
  }

  #plainRole(element: Element, tag: string): string {
    if (/^h[1-6]$/.test(tag)) return "heading";
    return this.isEditor(element) ? "textbox" : (this.#roles[tag] ?? "");
  }

  #region(element: Element): string {
    return this.attributeName(element) === "" ? "" : "region";
  }

  type(input: Element): string {
    return Reflect.get(HTMLInputElement.prototype, "type", input);
  }

  /** Whether an element itself is made to be written into. */
  isEditor(element: Element): boolean {
    const said = this.attribute(element, "contenteditable");
    return said !== null && said !== "false" && (element as HTMLElement).isContentEditable;
  }

  /** What attributes call an element; empty when none does. */
  attributeName(element: Element): string {
    const ids = this.attribute(element, "aria-labelledby");
    const root = Node.prototype.getRootNode.call(element) as Document | ShadowRoot;
    const texts = (ids ?? "")
      .split(/\s+/)
      .map((id) => (id === "" ? null : root.querySelector(`#${CSS.escape(id)}`)))
      .map((named) => (named === null ? "" : this.textOf(named)));
    const labelled = this.#plain(texts.join(" "));
    return labelled === "" ? this.#plain(this.attribute(element, "aria-label") ?? "") : labelled;
  }

  /** What an element is called by all but its own content. */
  name(element: Element, tag: string): string {
    const said = this.attributeName(element) || this.#plain(this.#native(element, tag));
    if (said !== "") return said;
    const title = this.#plain(this.attribute(element, "title") ?? "");
    return title === "" ? this.#plain(this.attribute(element, "placeholder") ?? "") : title;
  }

  /** Whether it is only its title that calls an element so. */
  isTitled(element: Element, name: string): boolean {
    const title = this.#plain(this.attribute(element, "title") ?? "");
    return title === name && this.attributeName(element) === "";
  }

  /** The first title of what is in an element. */
  titleWithin(element: Element): string {
    const titled = Element.prototype.querySelector.call(element, "[title]");
    return titled === null ? "" : this.#plain(this.attribute(titled, "title") ?? "");
  }

  /** The labels of a control that are shown. */
  labels(element: Element): readonly HTMLLabelElement[] {
    return [...((element as HTMLInputElement).labels ?? [])];
  }

  /** The text in an element without that of its controls; it may be hidden. */
  textOf(element: Element): string {
    let text = "";
    const pending: Node[] = [element];
    for (let node = pending.pop(); node !== undefined && text.length < 2000; node = pending.pop()) {
      if (node instanceof Text) text += node.data;
      if (!(node instanceof Element)) continue;
      const said = node === element ? "" : this.#said(node);
      if (said === undefined) continue;
      text += said;
      if (said === "") pending.push(...this.#inside(node, node === element));
    }
    return this.#plain(text);
  }

  /** What an element says in place of what is in it; empty when nothing, undefined where it is mute. */
  #said(element: Element): string | undefined {
    const tag = this.tag(element);
    if (/^(?:script|style|template|select|textarea|noscript)$/.test(tag)) return undefined;
    const said = this.attribute(element, tag === "img" ? "alt" : "aria-label") ?? "";
    return said === "" ? "" : ` ${said} `;
  }

  /** What is in an element, the last first, with spaces around a block. */
  #inside(element: Element, isOuter: boolean): Node[] {
    const nodes = [...(this.shadowOf(element) ?? element).childNodes].toReversed();
    if (isOuter || /^(?:a|b|i|em|strong|span|small|u|mark)$/.test(this.tag(element))) return nodes;
    return [new Text(" "), ...nodes, new Text(" ")];
  }

  #native(element: Element, tag: string): string {
    if (tag === "input") return this.#inputName(element as HTMLInputElement);
    if (/^(?:textarea|select|meter|progress|output)$/.test(tag)) return this.#labelText(element);
    if (/^(?:img|area)$/.test(tag)) return this.attribute(element, "alt") ?? "";
    if (/^(?:fieldset|table|figure)$/.test(tag)) return this.#captionOf(element, tag);
    return tag === "svg" ? (element.querySelector(":scope > title")?.textContent ?? "") : "";
  }

  #inputName(input: HTMLInputElement): string {
    const type = this.type(input);
    if (/^(?:submit|reset|button)$/.test(type)) {
      const usual = { submit: "Submit", reset: "Reset" }[type] ?? "";
      return input.value === "" ? usual : input.value;
    }
    if (type === "image") return this.attribute(input, "alt") ?? "Submit";
    return this.#labelText(input);
  }

  #labelText(element: Element): string {
    const labels = this.labels(element).map((label) => this.textOf(label));
    if (labels.length > 0) return labels.join(" ");
    const before = element.previousElementSibling;
    if (!(before instanceof HTMLLabelElement) || before.control !== null) return "";
    return this.textOf(before);
  }

  #captionOf(element: Element, tag: string): string {
    const caption = { fieldset: "legend", table: "caption", figure: "figcaption" }[tag] ?? "";
    const found = element.querySelector(`:scope > ${caption}`);
    return found === null ? "" : this.textOf(found);
  }

  #isList(element: Element): boolean {
    const { multiple, size } = element as HTMLSelectElement;
    return multiple || size > 1;
  }

  #plain(text: string): string {
    return text.replaceAll(/[\s\u200b\ufeff]+/g, " ").trim();
  }
}
