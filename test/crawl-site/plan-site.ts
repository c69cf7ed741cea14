import { createRandom, type Random } from "./random.ts";
import { SitePlan } from "./site-plan.ts";
import type { LinkForm, PageQuirk } from "./site-node.ts";
import { addTraps } from "./traps.ts";

/** What a site is to be like. */
export interface PlanOptions {
  /** Ordinary pages, the seed included; each is reachable from it. */
  readonly pages: number;
  /** Another seed gives another site. @default 1 */
  readonly seed?: number;
  /** Links that a page has to others beside those that make the site whole. @default 8 */
  readonly crossLinks?: number;
  /** Whether there is more than pages. @default true */
  readonly traps?: boolean;
}

/** Every two neighbours look alike and are different pages. */
const shapes: readonly ((at: number) => string)[] = [
  (at) => `/p/${at}`,
  (at) => `/p/${at}/`,
  (at) => `/Docs/${at}.html`,
  (at) => `/docs/${at}.html`,
  (at) => `/list?page=${at}&sort=a%2Fb`,
  (at) => `/list?sort=a%2Fb&page=${at}`,
  (at) => `/~user/caf%C3%A9/${at}`,
  (at) => `/a/b/c/${at}.php`,
];

const forms: readonly [LinkForm, ...LinkForm[]] = [
  "area",
  "iframe",
  "next",
  "prev",
  ...Array.from({ length: 12 }, () => "anchor" as const),
];

/** The path of the ordinary page number `at`; 0 is the seed. */
function pathOf(at: number): string {
  if (at === 0) return "/";
  return shapes[at % shapes.length]?.(Math.floor(at / shapes.length)) ?? "/";
}

/** Lays out a site: a tree of pages, so that each is reachable, links across it, and traps. */
export function planSite({ traps = true, ...options }: PlanOptions): SitePlan {
  const random = createRandom(options.seed ?? 1);
  const plan = new SitePlan(random);
  for (let at = 0; at < options.pages; at += 1) {
    plan.page(pathOf(at), traps ? quirkOf(at, random) : {});
  }
  const paths = [...plan.nodes.keys()];
  linkPages(plan, paths, options.crossLinks ?? 8);
  if (traps) addTraps(plan, paths);
  return plan;
}

function linkPages(plan: SitePlan, paths: readonly string[], crossLinks: number): void {
  const { random } = plan;
  for (const [at, path] of paths.entries()) {
    if (at > 0) plan.link(paths[random.below(at)] ?? "/", path, random.pick(forms));
  }
  for (const from of paths) {
    for (let count = random.below(crossLinks * 2 + 1); count > 0; count -= 1) {
      plan.link(from, paths[random.below(paths.length)] ?? "/", random.pick(forms));
    }
  }
}

const quirks: readonly [PageQuirk, ...PageQuirk[]] = [
  "broken",
  "broken",
  "base",
  "frameset",
  "canonical-elsewhere",
  "soft-404",
  "xhtml",
];

function quirkOf(
  at: number,
  random: Random,
): { quirk?: PageQuirk; before?: number[]; lateTurns?: number; vanishes?: boolean } {
  if (at === 0) return {};
  return {
    ...(random.chance(0.3) && { quirk: random.pick(quirks) }),
    ...(random.chance(0.02) && { before: [random.pick([429, 503])] }),
    ...(random.chance(0.02) && { lateTurns: 5 + random.below(40) }),
    ...(random.chance(0.1) && { vanishes: true }),
  };
}
