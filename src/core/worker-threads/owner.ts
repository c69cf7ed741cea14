import { AsyncLocalStorage } from "node:async_hooks";

const owners = new AsyncLocalStorage<string>();

/**
 * Does work for somebody, whatever is awaited in it included: where threads are scarce the owners of
 * the work take turns.
 */
export function onBehalfOf<Result>(owner: string, work: () => Result): Result {
  return owners.run(owner, work);
}

/** For whom the work is that is being done; empty when that was not said. */
export function currentOwner(): string {
  return owners.getStore() ?? "";
}
