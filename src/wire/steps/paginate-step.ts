import type { PaginateStep } from "../format/step-schema.ts";
import { readDocument } from "../reading/read-document.ts";
import { limitOf } from "../reading/reading-parts.ts";
import { buildRequest } from "../requests/build-request.ts";
import { executionFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import type { Details } from "../run/run-trace.ts";
import { firstTurn, turnBehind, turned, turnKey, type PageTurn } from "./next-page.ts";
import { answerRequest, type Answered } from "./request-step.ts";
import { SeenItems } from "./seen-items.ts";
import type { StepContext } from "./step-context.ts";

/** The pages of one list. */
interface ReadPages {
  readonly items: readonly unknown[];
  readonly pages: number;
  /** Whether there is more, or may be. */
  readonly has_more: boolean;
  /** The body of the first answer, for totals. */
  readonly first: unknown;
}

/**
 * Reads pages of a list until there are items enough or no more.
 * An item that comes again on a later page, by its `id`, `_id`, `uuid` or `guid`, is given once.
 * @throws RunFault; also for pages that repeat
 */
export async function paginate(
  step: PaginateStep,
  context: StepContext,
  details: Details,
): Promise<ReadPages> {
  const pages = new Pages(step, context);
  while (await pages.readNext());
  const { items, count, hasMore, first } = pages;
  details["items"] = items.length;
  details["pages"] = count;
  if (items.length === 0 && step.read.non_empty === true) {
    throw executionFault(
      `The answer of step '${step.id}' has no items, but at least one is required.`,
    );
  }
  return { items, pages: count, has_more: hasMore, first };
}

class Pages {
  readonly items: unknown[] = [];
  count = 0;
  hasMore = false;
  first: unknown = null;
  readonly #step: PaginateStep;
  readonly #context: StepContext;
  readonly #limit: number;
  readonly #pageSize: number | undefined;
  readonly #seen = new Set<string>();
  #turn: PageTurn | undefined;
  readonly #items = new SeenItems();
  /** Items that the server gave, also those that came again. */
  #found = 0;

  constructor(step: PaginateStep, context: StepContext) {
    this.#step = step;
    this.#context = context;
    const limit = limitOf(step.limit, context.scope) ?? runLimits.items;
    this.#limit = Math.min(limit, runLimits.items);
    this.#pageSize = limitOf(step.page_size, context.scope);
    this.#turn = firstTurn(step.next);
  }

  /** Reads a page; gives whether another is to be read. */
  async readNext(): Promise<boolean> {
    const answered = await this.#answer();
    if (this.count === 0) this.first = answered.body;
    const { items, has_more: isCut } = this.#read(answered);
    this.count += 1;
    const fresh = this.#newOf(items);
    this.#found += items.length;
    const room = this.#limit - this.items.length;
    for (const item of fresh.slice(0, room)) this.items.push(item);
    const turn = items.length === 0 ? undefined : this.#turnBehind(answered, items.length);
    this.hasMore = isCut || fresh.length > room || turn !== undefined;
    if (turn === undefined || this.items.length >= this.#limit) return false;
    if (this.count >= this.#step.max_pages) return false;
    this.#turn = turn;
    return true;
  }

  #answer(): Promise<Answered> {
    const { id, request: spec } = this.#step;
    const context = this.#context;
    const name = `request ${id}${context.place}[${this.count}]`;
    return context.state.trace.record(name, (details) => {
      const prepared = turned(buildRequest(spec, context.scope), this.#turn);
      return answerRequest({ id, spec, details, prepared }, context);
    });
  }

  #read({ body: document, url }: Answered): {
    readonly items: readonly unknown[];
    readonly has_more: boolean;
  } {
    const { id: step, read, next } = this.#step;
    const { scope } = this.#context;
    // Behind a page with items one without is the end, and needs no other proof; but where a link led.
    const isPromised = this.count === 0 || "link_css" in next;
    const proof = isPromised ? read.empty_when : { css: "*" };
    const reading = { ...read, limit: undefined, non_empty: undefined, empty_when: proof };
    const found = readDocument(reading, { document, url, step, scope });
    if ("items" in found && Array.isArray(found["items"])) return found as never;
    throw executionFault(`Step '${step}' must read a list.`);
  }

  #newOf(items: readonly unknown[]): readonly unknown[] {
    const fresh = this.#items.newOf(items);
    if (fresh !== undefined) return fresh;
    throw executionFault(
      `Page ${this.count} of step '${this.#step.id}' repeats items of earlier pages.`,
    );
  }

  #turnBehind(answered: Answered, found: number): PageTurn | undefined {
    const { id, next } = this.#step;
    const isCounted = "page" in next || "offset" in next;
    if (isCounted && this.#pageSize !== undefined && found < this.#pageSize) return undefined;
    const progress = { pages: this.count, items: this.#found };
    const turn = turnBehind(next, answered, progress);
    if (turn === undefined) return undefined;
    const key = turnKey(turn);
    if (this.#seen.has(key)) {
      throw executionFault(`The pages of step '${id}' lead in a circle (page ${this.count}).`);
    }
    this.#seen.add(key);
    return turn;
  }
}
