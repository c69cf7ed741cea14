import { markup, type Fill, type Markup } from "../markup.ts";

/** A tab, and what it shows. */
export interface Tab {
  readonly name: string;
  readonly body: Fill;
}

/** Sections one under the other, which a script turns into tabs; without one they are all there. */
export function tabs(shown: readonly Tab[]): Markup {
  return markup`<div data-tabs>${shown.map(
    ({ name, body }) => markup`<section><h2>${name}</h2>${body}</section>`,
  )}</div>`;
}
