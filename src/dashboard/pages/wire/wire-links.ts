import { subNavigation } from "../../layout/sub-navigation.ts";
import type { Markup } from "../../markup.ts";

const links = [
  ["/wire", "Catalog"],
  ["/wire/jobs", "Jobs"],
  ["/wire/identities", "Identities"],
  ["/wire/sources", "Identity sources"],
  ["/wire/builds", "Build requests"],
] as const;

/** The bar above every page of Wire. */
export function wireLinks(base: string, here: (typeof links)[number][0] | ""): Markup {
  return subNavigation({ name: "Wire", links, here, base });
}
