import { partMarker } from "../../browser/internal.ts";
import { DocumentState } from "../in-page/document-state.ts";
import { ElementLooks } from "../in-page/element-looks.ts";
import { ElementNames } from "../in-page/element-names.ts";
import { ElementSight } from "../in-page/element-sight.ts";
import { ElementStates } from "../in-page/element-states.ts";
import { GraphicReader } from "../in-page/graphic-reader.ts";
import { IconHints } from "../in-page/icon-hints.ts";
import { LineCollector } from "../in-page/line-collector.ts";
import { NodeShaper } from "../in-page/node-shaper.ts";
import { PageReader } from "../in-page/page-reader.ts";
import type { DocumentMemory } from "./page-node.ts";

/**
 * The source that reads a document in its isolated world; its value is a `DocumentOutline`. The document
 * keeps the program, for `rereadSource`.
 * @param document the number that the document gets, if it has none
 */
export function readerProgram(document: number): string {
  return `(globalThis.draglineReader = () => {
    const memory = (${recall.toString()})(${document});
    const names = new (${ElementNames.toString()})();
    const states = new (${ElementStates.toString()})(names, memory.secrets);
    const state = new (${DocumentState.toString()})(names, states, memory);
    const looks = new (${ElementLooks.toString()})(names, states);
    const sight = new (${ElementSight.toString()})(names);
    const icons = new (${IconHints.toString()})(names);
    const graphics = new (${GraphicReader.toString()})(names, sight, icons);
    const shaper = new (${NodeShaper.toString()})({ names, states, sight, icons });
    const Lines = ${LineCollector.toString()};
    const lines = (number, isCovered) => new Lines(number, isCovered);
    const parts = { names, states, looks, state, sight, graphics, shaper, lines, memory };
    return new (${PageReader.toString()})(parts).run();
  })()`;
}

/** The source that reads a document again, as the program before did; null in a document without it. */
export const rereadSource = "globalThis.draglineReader?.() ?? null";

/** The source of a function that tells a document's memory which frame the element `this` holds. */
export function frameTeller(document: number, frame: string): string {
  const memory = `(${recall.toString()})(${document})`;
  return `function () { ${memory}.frames.set(this, ${JSON.stringify(frame)}); }`;
}

/** The source of a function that remembers that the page listens to clicks on the elements it gets. */
export function listenerTeller(document: number): string {
  const memory = `(${recall.toString()})(${document})`;
  return `(...elements) => { for (const one of elements) ${memory}.listening.add(one); }`;
}

/** The source of an element by its number; null when it or its document is gone. */
export function elementSource(document: number, id: number): string {
  return `(${elementOf.toString()})(${document}, ${id})`;
}

/** Where what is typed into a field, or chosen there, goes. */
export interface FieldPlace {
  /** The origin of its document. */
  readonly origin: string;
  /**
   * The origin to which its form is sent, the first of another where buttons send it to several; that
   * of the document where it has none.
   */
  readonly formOrigin: string;
}

/** The source of the place of an element by its number; null when it or its document is gone. */
export function placeSource(document: number, id: number): string {
  return `(${placeOf.toString()})(${elementSource(document, id)})`;
}

function placeOf(element: Element | null): FieldPlace | null {
  if (element === null) return null;
  const { origin } = globalThis.location;
  const label = element instanceof HTMLLabelElement ? element.control : null;
  const files = element.querySelectorAll("input[type=file]");
  const field = label ?? (files.length === 1 ? (files[0] as Element) : element);
  // A form's fields may be called `action` and `elements`, and a field may be of a form around no field.
  const own: unknown = Reflect.get(field, "form");
  const form = own instanceof HTMLFormElement ? own : field.closest("form");
  if (form === null) return { origin, formOrigin: origin };
  const read = (prototype: object, name: string, of: object): unknown =>
    Reflect.get(prototype, name, of);
  const sent = [read(HTMLFormElement.prototype, "action", form)];
  const elements = read(HTMLFormElement.prototype, "elements", form) as Iterable<Element>;
  const images = form.querySelectorAll("input[type=image]");
  for (const button of [...elements, ...images]) {
    if (!button.hasAttribute("formaction")) continue;
    const prototype = button instanceof HTMLButtonElement ? HTMLButtonElement : HTMLInputElement;
    if (button instanceof prototype) sent.push(read(prototype.prototype, "formAction", button));
  }
  const origins = sent.flatMap((action) => URL.parse(String(action))?.origin ?? []);
  return { origin, formOrigin: origins.find((one) => one !== origin) ?? origin };
}

/** The source that marks an element by its number for the page's HTML; false when it is gone. */
export function markSource(document: number, id: number, name: string): string {
  const mark = `(${partMarker(name)})`;
  return `((element) => element !== null && (${mark}.call(element), true))(${elementSource(document, id)})`;
}

/** The source of what tells elements apart, by their numbers; null of those that are gone. */
export function attributesSource(document: number, ids: readonly number[]): string {
  const elements = ids.map((id) => elementSource(document, id));
  return `[${elements.join(",")}].map(${attributesOf.toString()})`;
}

function attributesOf(element: Element | null): Record<string, string> | null {
  if (element === null) return null;
  const told = ["id", "name", "type", "value", "placeholder", "autocomplete", "data-testid"];
  const names = [...told, "data-test", "data-test-id", "data-cy", "data-qa"];
  const attributes: Record<string, string> = { tag: element.localName };
  for (const name of names) {
    // A form's field may be called `getAttribute`.
    const value = Element.prototype.getAttribute.call(element, name) ?? "";
    if (value !== "" && value.length <= 200) attributes[name] = value;
  }
  // What a field holds tells it only where it cannot be changed.
  if (!/^(?:radio|checkbox|submit|button)$/.test(attributes["type"] ?? "")) {
    delete attributes["value"];
  }
  const link = element.closest("a[href]");
  const address = link === null ? null : URL.parse((link as HTMLAnchorElement).href);
  if (address !== null && /^https?:$/.test(address.protocol)) {
    const isOwn = address.origin === globalThis.location.origin;
    attributes["href"] = (isOwn ? address.pathname + address.search : address.href).slice(0, 4000);
  }
  return attributes;
}

function recall(document: number): NonNullable<DocumentMemory["draglineNodes"]> {
  const world = globalThis as DocumentMemory;
  return (world.draglineNodes ??= {
    document,
    ids: new WeakMap(),
    elements: new Map(),
    secrets: new WeakSet(),
    listening: new WeakSet(),
    frames: new WeakMap(),
    next: 0,
    isTouched: false,
  });
}

function elementOf(document: number, id: number): Element | null {
  const memory = (globalThis as DocumentMemory).draglineNodes;
  if (memory?.document !== document) return null;
  const element = memory.elements.get(id)?.deref();
  return element?.isConnected === true ? element : null;
}
