import type { DomElement } from "./dom-element.ts";

/** Properties that read as the attribute of that name, or as "". */
const TEXTS =
  "id title lang dir href src srcset alt type name value rel target content media cite align width height";

/** Properties that say whether the attribute of that name is there. */
const SWITCHES = "checked disabled hidden open reversed selected";

/** Gives elements the properties that mirror attributes. */
export function mirrorAttributes(prototype: DomElement): void {
  for (const name of TEXTS.split(" ")) define(prototype, name, (at) => at.getAttribute(name) ?? "");
  for (const name of SWITCHES.split(" ")) define(prototype, name, (at) => at.hasAttribute(name));
  define(prototype, "className", (at) => at.getAttribute("class") ?? "");
  define(prototype, "colSpan", (at) => spanOf(at, "colspan"));
  define(prototype, "rowSpan", (at) => spanOf(at, "rowspan"));
}

function spanOf(element: DomElement, name: string): number {
  const span = Number.parseInt(element.getAttribute(name) ?? "", 10);
  return span >= 1 ? span : 1;
}

function define(prototype: DomElement, name: string, read: (element: DomElement) => unknown): void {
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: DomElement) {
      return read(this);
    },
    // What a rule sets is the element's own from then on.
    set(this: DomElement, value: unknown) {
      Object.defineProperty(this, name, { configurable: true, writable: true, value });
    },
  });
}
