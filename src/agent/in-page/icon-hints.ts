import type { ElementNames } from "./element-names.ts";

/** Runs in a page's isolated world, as source: what icons without a name may stand for. */
export class IconHints {
  readonly #names: ElementNames;
  /** Elements of a control that are looked at, and CSS pixels of an icon's longer side. */
  readonly #most = { elements: 20, pixels: 64 };
  readonly #attributes = ["data-icon", "data-lucide", "data-feather", "icon"];

  constructor(names: ElementNames) {
    this.#names = names;
  }

  /** The mark of a control without a name; none where it has no icon. */
  ofControl(control: Element): string[] {
    const inside = [...control.querySelectorAll("*")].slice(0, this.#most.elements);
    const icons = [control, ...inside].filter((element) => this.#isIcon(element));
    return icons.length === 0
      ? []
      : [this.#mark(icons.flatMap((icon) => this.#hintsOf(icon, icon === control)))];
  }

  /** The mark of an icon that stands by itself, with no text beside it; none where it has no hint. */
  alone(element: Element): string[] {
    const { width, height } = element.getBoundingClientRect();
    const longer = Math.max(width, height);
    if (longer < 4 || longer > this.#most.pixels || !this.#isIcon(element)) return [];
    if (/\S/.test(element.parentElement?.textContent ?? "")) return [];
    const hints = this.#hintsOf(element);
    return hints.length === 0 ? [] : [this.#mark(hints)];
  }

  #mark(hints: readonly string[]): string {
    const said = [...new Set(hints)].slice(0, 3).join(", ");
    return said === "" ? "icon" : `icon, maybe: ${said.slice(0, 100)}`;
  }

  #isIcon(element: Element): boolean {
    const tag = this.#names.tag(element);
    if (/^(?:svg|img)$/.test(tag) || (tag.includes("-") && tag.includes("icon"))) return true;
    return this.#pictures(element) !== "" || this.#sign(element) !== undefined;
  }

  /** @param isControl whether its class is told by itself */
  #hintsOf(icon: Element, isControl = false): string[] {
    const hints = this.#attributes.flatMap((name) => this.#said(name, icon));
    const tag = this.#names.tag(icon);
    if (tag.includes("-")) hints.push(...this.#said("name", icon));
    if (tag === "svg") hints.push(...this.#symbolsOf(icon));
    if (!isControl) hints.push(...this.#said("class", icon));
    hints.push(...this.#fileOf(icon, tag));
    const sign = this.#sign(icon);
    if (sign !== undefined && sign !== "") hints.push(`sign ${sign}`);
    const { backgroundPosition } = getComputedStyle(icon);
    const isPlaced =
      this.#pictures(icon) !== "" && !/^0(?:%|px) 0(?:%|px)$/.test(backgroundPosition);
    return hints.length === 0 && isPlaced ? [`place ${backgroundPosition} of a sheet`] : hints;
  }

  #symbolsOf(drawing: Element): string[] {
    return [...drawing.querySelectorAll("use")].flatMap((use) => {
      const href = use.getAttribute("href") ?? use.getAttribute("xlink:href") ?? "";
      const symbol = href.split("#").at(-1) ?? "";
      return symbol === "" ? [] : [`symbol ${symbol}`];
    });
  }

  #said(name: string, element: Element): string[] {
    const value = (this.#names.attribute(element, name) ?? "").replaceAll(/\s+/g, " ").trim();
    return value === "" ? [] : [`${name} ${value.slice(0, 40)}`];
  }

  /** The file that an icon is drawn from. */
  #fileOf(icon: Element, tag: string): string[] {
    const [, drawn = ""] = /url\("([^"]*)"\)/.exec(this.#pictures(icon)) ?? [];
    const address = tag === "img" ? (icon as HTMLImageElement).src : drawn;
    const url = address === "" ? null : URL.parse(address, document.baseURI);
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    const file = url.pathname.split("/").at(-1) ?? "";
    let name = file.replace(/\.\w+$/, "");
    try {
      name = decodeURIComponent(name);
    } catch {
      // It is no encoding, then.
    }
    return name === "" ? [] : [`picture ${name.slice(0, 40)}`];
  }

  #pictures(element: Element): string {
    const { backgroundImage, maskImage } = getComputedStyle(element);
    return [backgroundImage, maskImage].filter((image) => image.startsWith("url(")).join(" ");
  }

  /** What an element writes before itself, empty where only its font knows; undefined where it does not. */
  #sign(element: Element): string | undefined {
    for (const place of ["::before", "::after"]) {
      const [, text] = /^"(.+)"$/.exec(getComputedStyle(element, place).content) ?? [];
      if (text !== undefined) return text.replaceAll(/\p{Co}/gu, "").trim();
    }
    return undefined;
  }
}
