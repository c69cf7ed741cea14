import type { PageNode } from "../view/page-node.ts";
import type { ElementNames } from "./element-names.ts";
import type { ElementSight } from "./element-sight.ts";
import type { IconHints } from "./icon-hints.ts";

/** A drawing. */
interface Graphic {
  readonly element: Element;
  readonly tag: string;
  /** Whether it stands in a control, which it only decorates. */
  readonly isIcon: boolean;
  readonly number: (element: Element) => number;
}

/** Runs in a page's isolated world, as source: the shapes of drawings, by colour, place and size. */
export class GraphicReader {
  readonly #names: ElementNames;
  readonly #sight: ElementSight;
  readonly #icons: IconHints;
  /** CSS pixels below which a drawing is an icon. */
  readonly #icon = 48;
  /** CSS pixels within which a box without content is a patch of colour. */
  readonly #patch = { least: 8, most: 64 };
  /** Shapes of one drawing that are read. */
  readonly #most = 200;

  constructor(names: ElementNames, sight: ElementSight, icons: IconHints) {
    this.#names = names;
    this.#sight = sight;
    this.#icons = icons;
  }

  read({ element, tag, isIcon, number }: Graphic): PageNode[] {
    const { left, top, width, height } = element.getBoundingClientRect();
    const name = this.#names.name(element, tag);
    const id = number(element);
    if (tag === "canvas") {
      const marks = [`size=${Math.round(width)}x${Math.round(height)}`];
      return isIcon ? [] : [{ role: "canvas", name, marks, id, acts: true }];
    }
    const isSmall = Math.max(width, height) < this.#icon;
    if (name === "" && isSmall && !isIcon) return this.#iconAlone(element, id);
    if (isIcon || isSmall) return name === "" ? [] : [{ role: "img", name, id }];
    const shapes = "rect, circle, ellipse, polygon, polyline, path, line, text, image";
    const found = [...element.querySelectorAll(shapes)].filter((shape) => {
      if (shape.closest("defs, clipPath, mask, symbol") !== null) return false;
      const box = shape.getBoundingClientRect();
      return shape.checkVisibility() && Math.max(box.width, box.height) > 2;
    });
    const children = found.slice(0, this.#most).map((shape): PageNode => {
      const box = shape.getBoundingClientRect();
      const at = [box.left - left + box.width / 2, box.top - top + box.height / 2];
      const label = shape.localName === "text" ? shape.textContent.trim() : "";
      return {
        role: shape.localName,
        name: label === "" ? (shape.querySelector("title")?.textContent ?? "") : label,
        marks: [
          ...this.#colour(shape),
          `at=${at.map((value) => Math.round(value)).join(",")}`,
          `size=${Math.round(box.width)}x${Math.round(box.height)}`,
        ],
        id: number(shape),
        acts: true,
      };
    });
    if (children.length === 0) return name === "" ? [] : [{ role: "img", name, id }];
    const marks = [`size=${Math.round(width)}x${Math.round(height)}`];
    const more = found.length - children.length;
    if (more > 0) marks.push(`${more} more shapes`);
    return [{ role: "graphic", name, marks, id, acts: true, children }];
  }

  /** A box without content that is an icon, or shows nothing but its colour, as a sample of it; none where it does not. */
  patch(element: Element, number: (element: Element) => number): PageNode[] {
    const icon = this.#iconAlone(element, number(element));
    if (icon.length > 0) return icon;
    const [width, height] = this.#sight.sizeOf(element);
    const { least, most } = this.#patch;
    if (Math.min(width, height) < least || Math.max(width, height) > most) return [];
    const colour = this.#sight.fillOf(element);
    if (colour === "" || colour === "#ffffff") return [];
    const marks = [`color=${colour}`, `size=${width}x${height}`];
    return [{ role: "graphic", marks, id: number(element) }];
  }

  #iconAlone(element: Element, id: number): PageNode[] {
    const marks = this.#icons.alone(element);
    return marks.length === 0 ? [] : [{ role: "img", marks, id }];
  }

  #colour(shape: Element): string[] {
    const { fill, stroke } = getComputedStyle(shape);
    if (shape.localName === "text" && fill === "rgb(0, 0, 0)") return [];
    const colour = fill === "none" ? stroke : fill;
    if (colour === "none") return [];
    const said = shape.getAttribute("fill") ?? "";
    return [
      `color=${/^[a-z]+$/.test(said) && said !== "none" ? said : this.#sight.colour(colour)}`,
    ];
  }
}
