import { escapeHtml } from "./escape-html.ts";
import type { Page } from "./page.ts";
import type { Drawn, Value, Values } from "./page-template.ts";
import type { Random } from "./random.ts";

/** What the head of a page with structured data holds; `noise` decides what is left out. */
export function carrierHead(page: Page, drawn: Drawn, noise: Random): string {
  if (page.carrier === undefined) return "";
  const graph = page.carrier === "json-ld-graph";
  const linked = graph || page.carrier === "json-ld";
  const others = linked ? otherThings(page, drawn, noise) : [];
  const own = linked ? [thin(drawn.linked, noise)] : [];
  const things = graph ? noise.shuffle([...others, ...own]) : [...own, ...others];
  const scripts = graph
    ? [script({ "@context": "https://schema.org", "@graph": things })]
    : things.map((thing) => script({ "@context": "https://schema.org", ...thing }));
  return [...openGraph(page, drawn), ...scripts].join("\n");
}

/** The page's state as frameworks leave it at the end of the body. */
export function carrierState(page: Page, drawn: Drawn, noise: Random): string {
  if (page.carrier !== "next-data") return "";
  const name = drawn.type.replace(/^./, (letter) => letter.toLowerCase());
  const own = {
    id: noise.whole(1000, 99_999),
    ...camelValues(thin(drawn.values, noise)),
    views: noise.whole(5, 9000),
  };
  const related = drawn.teasers.map(({ title, note }, at) => ({ id: at + 11, title, note }));
  const pageProps = noise.chance(0.5)
    ? { locale: page.locale.tag, [name]: own, related, flags: { newHeader: true, chat: false } }
    : {
        flags: { newHeader: false },
        related,
        initialState: { [name]: own, session: { cart: [] } },
      };
  const state = {
    props: { pageProps, __N_SSP: true },
    page: `/${name}/[slug]`,
    query: {},
    buildId: noise.hex(12),
  };
  return `<script id="__NEXT_DATA__" type="application/json">${json(state)}</script>`;
}

/** A thing without one or two of its properties, on a third of the pages. */
function thin(thing: Values, noise: Random): Values {
  const optional = Object.entries(thing).filter(([key, value]) => !isKept(key, value));
  const dropped = noise.chance(0.35) ? noise.sample(optional, noise.whole(1, 2)) : [];
  return Object.fromEntries(
    Object.entries(thing).filter(([key]) => !dropped.some(([name]) => name === key)),
  );
}

/** Names and lists of things are what such data is there for. */
function isKept(key: string, value: Value | undefined): boolean {
  if (/^@|^(?:name|title|headline|mainEntity)$/.test(key)) return true;
  return Array.isArray(value) && typeof value[0] === "object";
}

function otherThings(page: Page, { crumbs, teasers }: Drawn, noise: Random): Values[] {
  const { host, title } = page.site;
  const items = crumbs.map((name, at) => ({
    "@type": "ListItem",
    position: at + 1,
    name,
    item: `${host}/c/${at}`,
  }));
  const things: Values[] = [
    { "@type": "BreadcrumbList", itemListElement: items },
    {
      "@type": "Organization",
      name: title,
      url: host,
      logo: `${host}/static/logo.png`,
      sameAs: [`https://social.example/${noise.hex(6)}`],
    },
    { "@type": "WebSite", name: title, url: `${host}/` },
  ];
  const related = teasers.flatMap(({ linked }) => (linked === undefined ? [] : [linked]));
  const wanted = things.filter(() => noise.chance(0.6));
  return noise.chance(0.3) ? [...wanted, ...related.slice(0, 3)] : wanted;
}

function openGraph(page: Page, drawn: Drawn): string[] {
  const content: Readonly<Record<string, string | number>> = {
    "og:site_name": page.site.title,
    "og:title": drawn.title,
    "og:type": "website",
    "og:url": page.url(drawn.path),
    ...drawn.openGraph,
  };
  return Object.entries(content).map(
    ([property, value]) => `<meta property="${property}" content="${escapeHtml(String(value))}">`,
  );
}

function camelValues(value: Values): Values {
  const camel = (name: string): string =>
    name.replaceAll(/_(\w)/g, (_, x: string) => x.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [camel(name), camelValue(inner)]),
  );
}

function camelValue(value: Value | undefined): Value | undefined {
  if (Array.isArray(value)) return (value as Value[]).map((item) => camelValue(item) ?? "");
  return typeof value === "object" ? camelValues(value as Values) : value;
}

function script(thing: Values): string {
  return `<script type="application/ld+json">${json(thing)}</script>`;
}

/** JSON that no `</script>` can end. */
function json(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
