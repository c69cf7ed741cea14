import { tagIds, type TagId, type TagName } from "../scan/tags.ts";

/** Where in a page something stands; each is a bit, in this order. */
export const placeNames = [
  "main",
  "article",
  "nav",
  "header",
  "footer",
  "aside",
  "form",
  "section",
  "table",
  "list",
  "definitions",
  "quote",
  "figure",
  "button",
  "link",
  "hidden",
  "details",
  "dialog",
  "heading",
  "label",
  "code",
  "text",
  "product",
  "review",
  "headerInside",
] as const;

/** A place. */
type PlaceName = (typeof placeNames)[number];

/** The bit of each place. */
export const Place = Object.freeze(
  Object.fromEntries(placeNames.map((name, index) => [name, 1 << index])),
) as Readonly<Record<PlaceName, number>>;

/** The places that are no furniture any more when they hold most of a page. */
export const NOT_FOR_MOST =
  Place.nav |
  Place.header |
  Place.footer |
  Place.aside |
  Place.form |
  Place.hidden |
  Place.button |
  Place.dialog |
  Place.link |
  Place.label;

const byTag = new Int32Array(256);
for (const [place, names] of Object.entries({
  main: "main",
  article: "article",
  nav: "nav",
  header: "header",
  footer: "footer",
  aside: "aside",
  form: "form fieldset",
  section: "section",
  table: "table",
  list: "ul ol menu",
  definitions: "dl",
  quote: "blockquote",
  figure: "figure figcaption",
  button: "button select textarea option",
  link: "a",
  details: "details summary",
  dialog: "dialog",
  heading: "h1 h2 h3 h4 h5 h6",
  label: "label legend",
  code: "pre code",
})) {
  for (const name of names.split(" ")) byTag[tagIds[name as TagName]] = Place[place as PlaceName];
}

const byRole: Readonly<Record<string, number>> = {
  main: Place.main,
  article: Place.article,
  navigation: Place.nav,
  menu: Place.nav,
  menubar: Place.nav,
  toolbar: Place.nav,
  tablist: Place.nav,
  banner: Place.header,
  contentinfo: Place.footer,
  complementary: Place.aside,
  search: Place.form,
  form: Place.form,
  dialog: Place.dialog,
  alertdialog: Place.dialog,
  alert: Place.dialog,
  button: Place.button,
  heading: Place.heading,
};

/** The place that an element of this name makes. */
export function placeOfTag(tag: TagId): number {
  return byTag[tag] as number;
}

/** The place that a `role` makes. */
export function placeOfRole(role: string): number {
  const name = role.trim().toLowerCase();
  return Object.hasOwn(byRole, name) ? (byRole[name] as number) : 0;
}

/** The place that an `itemprop` makes. */
export function placeOfProperty(property: string): number {
  if (/articleBody|text|description/i.test(property)) return Place.text;
  return /review/i.test(property) ? Place.review : 0;
}

/** The place that an `itemtype` makes. */
export function placeOfType(type: string): number {
  if (/Review|Comment/.test(type)) return Place.review;
  return /Product|Offer/.test(type) ? Place.product : 0;
}
