import type { Json } from "../storage/index.ts";
import { sendsSecret } from "./draft-login.ts";
import { RequestDrafter, type StepSpec } from "./draft-request.ts";
import type { Exchange } from "./exchange.ts";
import { bodyTypeOf } from "./exchange-text.ts";
import { findAnswers, type FoundAnswer } from "./find-answer.ts";
import { findTurning, type PageTurning } from "./find-pages.ts";
import { valuesOf, type Proposal } from "./proposal.ts";
import type { Shape } from "./result-shape.ts";
import { ValueNames } from "./value-names.ts";

/** What a recipe is drafted from. */
interface DraftParts {
  readonly exchanges: readonly Exchange[];
  readonly proposal: Proposal;
  readonly shape: Shape;
  readonly secrets: Readonly<Record<string, string>>;
  readonly slug: string;
  readonly day: string;
  readonly needsLogin: boolean;
}

/** How much of what went before is taken into a recipe. */
export interface DraftDepth {
  /** Numbers and links of earlier answers, and not tokens alone. */
  readonly links: boolean;
  /** Requests before that set cookies. */
  readonly state: boolean;
}

/** Requests that set cookies, at most. */
const MOST_BEFORE = 4;
/** Items of a list that has pages, where the caller says nothing; and at most. */
const LIMIT = 50;
const MOST_ITEMS = 1000;

/** A recipe as JSON, or why the traffic gives none. */
type Draft =
  | { readonly recipe: Record<string, Json>; readonly hosts: readonly string[] }
  | { readonly fault: string };

/** Drafts a recipe that gives a result as the traffic gave it. */
export function draftRecipe(parts: DraftParts, depth: DraftDepth): Draft {
  const { exchanges, proposal, shape } = parts;
  const answers = findAnswers(exchanges, shape);
  const [best] = answers;
  if (best === undefined) return { fault: "No answer that the page received contains the result." };
  const pages = pagesOf(best, answers, exchanges);
  const turning = shape.kind === "list" ? findTurning(pages) : undefined;
  const known = new Set(pages.map(({ exchange }) => exchange));
  const found = answers.filter(({ exchange }) => known.has(exchange));
  const matched =
    turning === undefined ? best.matched : found.reduce((sum, one) => sum + one.matched, 0);
  const wanted = shape.kind === "list" ? shape.items.length : 1;
  if (matched < wanted) {
    return {
      fault: `Only ${matched} of the ${wanted} items are in one answer, and no way to the next page was found.`,
    };
  }
  const names = new ValueNames(valuesOf(proposal, "value"));
  const drafter = new RequestDrafter(exchanges, names, depth);
  const exchange = turning?.first ?? best.exchange;
  if (depth.state) addState(drafter, { exchange, exchanges, secrets: parts.secrets });
  const reading = found.find((one) => one.exchange === exchange)?.reading ?? best.reading;
  const request = requestOf(drafter, { exchange, proposal, turning });
  const steps = [...drafter.steps, ...answerSteps({ request, reading, turning })];
  return { recipe: recipeOf(parts, { steps, turning }), hosts: hostsOf(steps) };
}

/** The exchanges of the list's pages, in the order in which they were asked for. */
function pagesOf(
  best: FoundAnswer,
  answers: readonly FoundAnswer[],
  exchanges: readonly Exchange[],
): FoundAnswer[] {
  const { pathname, origin } = new URL(best.exchange.url);
  const same = answers.filter(({ exchange }) => {
    const url = new URL(exchange.url);
    return url.pathname === pathname && url.origin === origin;
  });
  return same.toSorted((a, b) => exchanges.indexOf(a.exchange) - exchanges.indexOf(b.exchange));
}

/** Requests that set cookies go before the one that needs them. */
function addState(
  drafter: RequestDrafter,
  {
    exchange,
    exchanges,
    secrets,
  }: Pick<DraftParts, "exchanges" | "secrets"> & { exchange: Exchange },
): void {
  const before = exchanges
    .slice(0, exchanges.indexOf(exchange))
    .filter((one) => one.setsCookies && !sendsSecret(one, secrets));
  for (const one of before.slice(-MOST_BEFORE)) drafter.add(one, "state");
}

function requestOf(
  drafter: RequestDrafter,
  {
    exchange,
    proposal,
    turning,
  }: { exchange: Exchange; proposal: Proposal; turning: PageTurning | undefined },
): StepSpec {
  const request = drafter.request(exchange, bodyTypeOf(exchange));
  const { query } = request;
  const own = turning?.next["query"] ?? turning?.next["page"] ?? turning?.next["offset"];
  const isSearch =
    proposal.type === "read" && exchange.method !== "GET" && exchange.method !== "HEAD";
  const rest = Object.entries((query ?? {}) as Record<string, Json>).filter(
    ([name]) => name !== own,
  );
  return {
    ...request,
    ...(query !== undefined && { query: Object.fromEntries(rest) }),
    ...(isSearch && { idempotent: true }),
  };
}

function answerSteps({
  request,
  reading,
  turning,
}: {
  readonly request: StepSpec;
  readonly reading: FoundAnswer["reading"];
  readonly turning: PageTurning | undefined;
}): StepSpec[] {
  if (turning === undefined) {
    return [
      { kind: "request", id: "answer", ...request },
      { kind: "extract", id: "found", from: "{{steps.answer.body}}", ...reading },
    ];
  }
  const { next, pageSize } = turning;
  return [
    {
      kind: "paginate",
      id: "found",
      request,
      read: reading,
      next,
      limit: "{{params.limit}}",
      ...(pageSize !== undefined && !("cursor" in next) && { page_size: pageSize }),
      max_pages: 100,
    },
  ];
}

function recipeOf(
  { proposal, shape, slug, day, needsLogin }: DraftParts,
  {
    steps,
    turning,
  }: { readonly steps: readonly StepSpec[]; readonly turning: PageTurning | undefined },
): Record<string, Json> {
  const { name, title, description, type, parameters } = proposal;
  const output =
    shape.kind === "object"
      ? "{{steps.found}}"
      : shape.member === undefined
        ? "{{steps.found.items}}"
        : { [shape.member]: "{{steps.found.items}}" };
  const own = parameters.map(
    ({ name: called, type: kind, description: meaning, value, other }) => ({
      name: called,
      type: kind,
      required: true,
      description: meaning.padEnd(10, ".").slice(0, 500),
      examples: other === undefined ? [value] : [value, other],
    }),
  );
  const limit = {
    name: "limit",
    type: "integer",
    description: `Maximum number of items; 1 to ${MOST_ITEMS}.`,
    default: LIMIT,
    minimum: 1,
    maximum: MOST_ITEMS,
    examples: [10],
  };
  return {
    format: 1,
    action_id: `${slug}.${name}`,
    built: true,
    version: 1,
    name: title.padEnd(3, ".").slice(0, 100),
    description: description.padEnd(20, ".").slice(0, 600),
    type,
    auth_mode: needsLogin ? "required" : "none",
    parameters: turning === undefined ? own : [...own, limit],
    steps: [...steps],
    output,
    output_schema: {},
    created: day,
    updated: day,
  };
}

function hostsOf(steps: readonly StepSpec[]): string[] {
  return steps.flatMap((step) => {
    const request = (step["request"] ?? step) as StepSpec;
    const { url } = request;
    const parsed = typeof url === "string" ? URL.parse(url) : null;
    return parsed === null ? [] : [parsed.hostname];
  });
}
