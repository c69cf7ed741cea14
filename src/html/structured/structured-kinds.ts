/** What can be read of a page that is meant for programs. */
export const structuredKinds = Object.freeze([
  "jsonLd",
  "microdata",
  "rdfa",
  "microformats",
  "openGraph",
  "twitter",
  "dublinCore",
  "meta",
  "tables",
] as const);

/** One of {@link structuredKinds}. */
export type StructuredKind = (typeof structuredKinds)[number];
