import type { ElementNames } from "./element-names.ts";

/** Runs in a page's isolated world, as source: what controls hold, their states and limits. */
export class ElementStates {
  readonly #names: ElementNames;
  readonly #secrets: WeakSet<Element>;
  /** Fields whose values are nobody's business, by `autocomplete`. */
  readonly #private = /password|cc-(?:number|csc|exp)|one-time-code/;
  /** Values of `data-state` and the like, and words of classes, that say that something is chosen. */
  readonly #chosen = /^(?:true|on|active|selected|checked|pressed|current)$/;
  readonly #words = /^(?:active|selected|current|checked|pressed|chosen|picked|toggled)$/;
  readonly #limits = ["min", "max", "step", "minlength", "maxlength", "pattern", "accept"];

  /** @param secrets fields that were a password's once */
  constructor(names: ElementNames, secrets: WeakSet<Element>) {
    this.#names = names;
    this.#secrets = secrets;
  }

  /** What a control holds; undefined of one that holds nothing or what must not be told. */
  value(element: Element, tag: string): string | undefined {
    if (this.#isSecret(element, tag)) return undefined;
    if (tag === "input") return this.#inputValue(element as HTMLInputElement);
    if (tag === "textarea") return (element as HTMLTextAreaElement).value;
    if (tag === "select") {
      return [...(element as HTMLSelectElement).selectedOptions].map(({ text }) => text).join(", ");
    }
    if (tag === "progress" || tag === "meter") return String((element as HTMLMeterElement).value);
    const said = this.#said(element, "aria-valuetext") ?? this.#said(element, "aria-valuenow");
    if (said !== undefined) return said;
    return this.#names.isEditor(element) ? (element as HTMLElement).innerText : undefined;
  }

  /** The labels of what can be chosen in a list. */
  options(element: Element, tag: string): readonly string[] | undefined {
    const list = tag === "input" ? (element as HTMLInputElement).list : null;
    const options = tag === "select" ? (element as HTMLSelectElement).options : list?.options;
    if (options === undefined) return undefined;
    return [...options].map((option) => {
      const label = (option.text || option.label || option.value).replaceAll(/\s+/g, " ").trim();
      return option.matches(":disabled, :disabled *") ? `${label} (disabled)` : label;
    });
  }

  /** States and limits, one text each. */
  marks(element: Element, tag: string, role: string): string[] {
    const marks = [...this.#kind(element, tag, role), ...this.#choice(element, tag)];
    const on = (name: string, is: boolean): void => {
      if (is) marks.push(name);
    };
    on("disabled", element.matches(":disabled, [aria-disabled=true]"));
    on("required", element.matches(":required, [aria-required=true]"));
    on("readonly", element.matches("input[readonly], textarea[readonly], [aria-readonly=true]"));
    on("multiline", this.#takesLines(element, tag, role));
    on("multiple", element.matches("select[multiple], input[multiple]"));
    on("focused", element.matches(":focus"));
    on("filled", this.#isSecret(element, tag) && (element as HTMLInputElement).value !== "");
    marks.push(...this.#limitMarks(element, tag), ...this.#faults(element));
    return marks;
  }

  /** What says that an element is chosen where ARIA does not: its `data-state` and the like, or a word of its class. */
  chosen(element: Element): string[] {
    const isSaid = ["selected", "pressed", "checked", "current"].some(
      (state) => this.#names.attribute(element, `aria-${state}`) !== null,
    );
    if (isSaid) return [];
    const data = ["state", "selected", "active", "checked", "pressed"].flatMap((state) => {
      const name = `data-${state}`;
      const value = this.#names.attribute(element, name);
      if (value === null || !this.#chosen.test(state === "state" ? value : value || "true"))
        return [];
      return [`${name}=${value || "true"}`];
    });
    if (data.length > 0) return data.slice(0, 1);
    const words = (this.#names.attribute(element, "class") ?? "").split(/\s+/);
    const word = words.find((one) => this.#saysChosen(one));
    return word === undefined ? [] : [`class says ${word}`];
  }

  #takesLines(element: Element, tag: string, role: string): boolean {
    if (tag === "textarea") return true;
    const said = this.#said(element, "aria-multiline");
    return said === undefined
      ? role === "textbox" && tag !== "input" && this.#names.isEditor(element)
      : said === "true";
  }

  #saysChosen(word: string): boolean {
    if (word.includes(":")) return false;
    const parts = word.split(/[-_]+|(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
    if (parts.some((part) => /^(?:not|no|non|un)$/.test(part))) return false;
    return /^(?:is[-_]?)?on$/i.test(word) || parts.some((part) => this.#words.test(part));
  }

  #kind(element: Element, tag: string, role: string): string[] {
    if (role === "heading") {
      const level = this.#said(element, "aria-level") ?? tag.slice(1);
      return /^\d$/.test(level) ? [`level=${level}`] : [];
    }
    if (tag !== "input") return [];
    const type = this.#names.type(element);
    return /^(?:date|datetime-local|time|month|week|color|email|tel|url|password)$/.test(type)
      ? [`type=${type}`]
      : [];
  }

  #choice(element: Element, tag: string): string[] {
    const marks = this.#checked(element, tag);
    if (this.#said(element, "aria-selected") === "true") marks.push("selected");
    const pressed = this.#said(element, "aria-pressed");
    if (pressed === "true") marks.push("pressed");
    if (pressed === "mixed") marks.push("mixed");
    const current = this.#said(element, "aria-current") ?? "false";
    if (current !== "false") marks.push("current");
    const expanded = this.#expanded(element, tag);
    if (expanded !== undefined) marks.push(expanded ? "expanded" : "collapsed");
    if (/^(?:true|menu|listbox|dialog|tree|grid)$/.test(this.#said(element, "aria-haspopup") ?? ""))
      marks.push("popup");
    return marks;
  }

  #checked(element: Element, tag: string): string[] {
    const isBox = tag === "input" && /^(?:checkbox|radio)$/.test(this.#names.type(element));
    if (isBox) {
      const { checked, indeterminate } = element as HTMLInputElement;
      if (indeterminate) return ["mixed"];
      return checked ? ["checked"] : [];
    }
    const state = this.#said(element, "aria-checked");
    if (state === "mixed") return ["mixed"];
    return state === "true" ? ["checked"] : [];
  }

  #expanded(element: Element, tag: string): boolean | undefined {
    if (tag === "summary") return (element.parentElement as HTMLDetailsElement | null)?.open;
    const said = this.#said(element, "aria-expanded");
    return said === undefined ? undefined : said === "true";
  }

  #limitMarks(element: Element, tag: string): string[] {
    const marks: string[] = [];
    if (tag === "input" || tag === "textarea") {
      for (const name of this.#limits) {
        const value = this.#said(element, name);
        if (value !== undefined) marks.push(`${name}=${value}`);
      }
    }
    for (const name of ["min", "max"]) {
      const value = this.#said(element, `aria-value${name}`);
      if (value !== undefined) marks.push(`${name}=${value}`);
    }
    return marks;
  }

  /** What is wrong with what a control holds, in the page's words or the browser's. */
  #faults(element: Element): string[] {
    const said = this.#said(element, "aria-invalid") ?? "false";
    const isInvalid = said !== "false" || element.matches(":user-invalid");
    if (!isInvalid) return [];
    const ids = [
      this.#said(element, "aria-errormessage"),
      this.#said(element, "aria-describedby"),
    ].join(" ");
    const root = element.getRootNode() as Document | ShadowRoot;
    const texts = ids
      .split(/\s+/)
      .map((id) => (id === "" ? null : root.querySelector(`#${CSS.escape(id)}`)))
      .map((found) => (found === null ? "" : this.#names.textOf(found)))
      .filter((text) => text !== "");
    const own = "validationMessage" in element ? String(element.validationMessage) : "";
    const message = texts.join(" ") || own;
    return message === "" ? ["invalid"] : [`invalid: ${message}`];
  }

  #inputValue(input: HTMLInputElement): string | undefined {
    const type = this.#names.type(input);
    if (/^(?:checkbox|radio|hidden|submit|reset|button|image)$/.test(type)) return undefined;
    if (type === "file") return [...(input.files ?? [])].map(({ name }) => name).join(", ");
    return input.value;
  }

  #isSecret(element: Element, tag: string): boolean {
    if (tag !== "input" && tag !== "textarea") return false;
    if (tag === "input" && this.#names.type(element) === "password") this.#secrets.add(element);
    if (this.#secrets.has(element)) return true;
    if (this.#private.test(this.#said(element, "autocomplete") ?? "")) return true;
    const security = getComputedStyle(element).getPropertyValue("-webkit-text-security");
    return security !== "" && security !== "none";
  }

  #said(element: Element, attribute: string): string | undefined {
    const value = this.#names.attribute(element, attribute);
    return value === null || value.trim() === "" ? undefined : value.trim();
  }
}
