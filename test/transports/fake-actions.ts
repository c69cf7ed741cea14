import type { WireAction, WireActions } from "dragline/service";

type Run = WireActions["run"];

/** Actions of one catalog: one that reads, one that writes, one that is another account's. */
export class FakeActions implements WireActions {
  /** What the action answers. */
  result: Awaited<ReturnType<Run>> = { status: "completed", result: { items: [{ price: 20 }] } };
  /** By id: whose saved login it is. */
  readonly credentials = new Map<string, string>();
  /** Whom the private action belongs to. */
  owner = "";
  readonly runs: Parameters<Run>[0][] = [];

  byId(account: string, id: string): Promise<WireAction | undefined> {
    const isThere = ["shop.items", "shop.order"].includes(id);
    const isOwn = id === "shop.private" && account === this.owner;
    if (!isThere && !isOwn) return Promise.resolve(undefined);
    const isRead = id !== "shop.order";
    return Promise.resolve({ id, catalogSlug: "shop", isRead, creditsPerCall: 4 });
  }

  credentialOwner(id: string): Promise<string | undefined> {
    return Promise.resolve(this.credentials.get(id));
  }

  run(request: Parameters<Run>[0]): ReturnType<Run> {
    this.runs.push(request);
    return Promise.resolve(this.result);
  }
}
