import { markup, type Markup } from "../markup.ts";

/** Links between pages that belong together. */
interface SubNavigation {
  readonly name: string;
  readonly links: readonly (readonly [path: string, name: string])[];
  /** The path of the page that is shown. */
  readonly here: string;
  readonly base: string;
}

/** A bar of links, the page that is shown marked. */
export function subNavigation({ name, links, here, base }: SubNavigation): Markup {
  const items = links.map(
    ([path, shown]) =>
      markup`<a href="${base}${path}"${path === here && markup` aria-current="page"`}>${shown}</a>`,
  );
  return markup`<nav class="row subnav" aria-label="${name}">${items}</nav>`;
}
