import type { Calls } from "./api.ts";
import { unexpected } from "./read-body.ts";

/** Lists that come in parts: the call, what its items are called, and how the next part is asked for. */
export const lists = {
  listJobs: ["jobs", "cursor"],
  listWireJobs: ["jobs", "page"],
  listBuildRequests: ["build_requests", "page"],
} as const satisfies Partial<Record<keyof Calls, readonly [string, "cursor" | "page"]>>;

/** A list that comes in parts. */
export type EachName = keyof typeof lists;
/** What the list is filtered by. */
export type EachInput<Name extends EachName> = Parameters<Calls[Name]>[0];
type Part<Name extends EachName> = Awaited<ReturnType<Calls[Name]>>;
/** An item of the list. */
export type EachItem<Name extends EachName> =
  Part<Name> extends Readonly<Record<(typeof lists)[Name][0], readonly (infer Item)[]>>
    ? Item
    : never;

/**
 * Goes through a list part by part; asks for a part when the one before was taken.
 * @throws ClientError, also for a list that comes to no end (`UNEXPECTED_ANSWER`)
 */
export async function* eachOf(
  name: EachName,
  ask: (more: object) => Promise<object>,
): AsyncGenerator<unknown, void, undefined> {
  const [items, place] = lists[name];
  let more: { readonly cursor?: unknown; readonly page?: number } = {};
  for (let page = 2; ; page += 1) {
    const part = await ask(more);
    const found = Reflect.get(part, items) as readonly unknown[] | undefined;
    yield* found ?? [];
    const cursor: unknown = Reflect.get(part, "nextCursor");
    if (place === "cursor" ? typeof cursor !== "string" : (found ?? []).length === 0) return;
    if (cursor !== undefined && cursor === more.cursor)
      throw unexpected(`${name} gives the same part again.`);
    more = place === "cursor" ? { cursor } : { page };
  }
}
