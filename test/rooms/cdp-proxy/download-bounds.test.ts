import type { RemoteBrowser } from "dragline/browser";
import { FakeClock } from "dragline/testing";
import { describe, expect, it, vi } from "vitest";
import { StorageLook, type StorageLimits } from "../../../src/cdp-proxy/storage-look.ts";

const MB = 1_000_000;
const wide: StorageLimits = {
  maxConnectionBytes: 1000 * MB,
  maxOwnerBytes: 1000 * MB,
  maxHostBytes: 1000 * MB,
  minFreeBytes: 100 * MB,
};

type Downloads = NonNullable<RemoteBrowser["downloads"]>;

/** Downloads that tell what they are told to. */
class FakeDownloads implements Downloads {
  readonly list = [];
  bytes = 0;
  awaited = 0;
  ongrowth: (() => void) | undefined;
  isCancelled = false;

  /** Announces so much; none of it is there. */
  announce(bytes: number): void {
    this.bytes += bytes;
    this.awaited += bytes;
    this.ongrowth?.();
  }

  async cancel(): Promise<void> {
    this.isCancelled = true;
  }
}

/** Browsers that are watched, by a clock that stands still unless it is told. */
class Watch {
  readonly clock = new FakeClock();
  readonly over: string[] = [];
  /** Bytes that are free on a disk of 1 GB. */
  free = 500 * MB;
  readonly #look: StorageLook;

  constructor(limits: Partial<StorageLimits> = {}) {
    const blocks = 1000 * MB;
    this.#look = new StorageLook(this.clock, { ...wide, ...limits }, () =>
      Promise.resolve({ blocks, bavail: this.free, bsize: 1 }),
    );
  }

  /** A browser that has written so much besides its downloads. */
  add(name: string, owner: string, stored: () => Promise<number> = async () => 0) {
    const downloads = new FakeDownloads();
    const all = async (): Promise<number> => (await stored()) + downloads.bytes;
    const exceed = (): void => void this.over.push(name);
    this.#look.add({ owner, browser: { folder: "/disk", stored: all, downloads }, exceed });
    return downloads;
  }

  async look(ms = 1000): Promise<void> {
    await this.clock.advance(ms);
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

describe("StorageLook: downloads as they are told", () => {
  it("ends a connection in the moment in which more is announced than it may have", () => {
    const watch = new Watch({ maxConnectionBytes: 100 });
    const one = watch.add("one", "o");
    one.announce(100);
    expect(watch.over).toEqual([]);
    one.announce(1);
    expect([watch.over, one.isCancelled]).toEqual([["one"], true]);
  });

  it("counts what was written besides, and each download once", async () => {
    const watch = new Watch({ maxConnectionBytes: 100 });
    const one = watch.add("one", "o", async () => 40);
    one.announce(30);
    await watch.look();
    await watch.look();
    one.announce(30);
    expect(watch.over).toEqual([]);
    one.announce(1);
    expect(watch.over).toEqual(["one"]);
  });

  it("ends the largest of an owner, and no other's", () => {
    const watch = new Watch({ maxOwnerBytes: 100 });
    const [small, large, other] = [
      watch.add("small", "o"),
      watch.add("large", "o"),
      watch.add("other", "p"),
    ];
    other.announce(95);
    large.announce(60);
    small.announce(40);
    expect(watch.over).toEqual([]);
    small.announce(1);
    expect(watch.over).toEqual(["large"]);
    expect([small, large, other].map(({ isCancelled }) => isCancelled)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("ends the largest of the host", () => {
    const watch = new Watch({ maxHostBytes: 100 });
    const [first, second] = [watch.add("first", "o"), watch.add("second", "p")];
    first.announce(60);
    second.announce(40);
    second.announce(1);
    expect(watch.over).toEqual(["first"]);
  });

  it("ends one once, and does not count what ends", async () => {
    const watch = new Watch({ maxConnectionBytes: 100, maxHostBytes: 150 });
    const [first, second] = [watch.add("first", "o"), watch.add("second", "p")];
    first.announce(101);
    second.announce(100);
    first.announce(1);
    await watch.look();
    expect(watch.over).toEqual(["first"]);
  });
});

describe("StorageLook: a disk that fills up", () => {
  it("ends the largest when less is free than must be", async () => {
    const watch = new Watch();
    watch.add("large", "o", async () => 90 * MB);
    watch.add("small", "p", async () => 70 * MB);
    watch.free = 100 * MB;
    await watch.look();
    expect(watch.over).toEqual([]);
    watch.free = 99 * MB;
    await watch.look();
    expect(watch.over).toEqual(["large"]);
  });

  it("ends one that is announced more than there is room for", async () => {
    const watch = new Watch();
    const one = watch.add("one", "o");
    await watch.look();
    one.announce(400 * MB);
    expect(watch.over).toEqual([]);
    one.announce(1);
    expect(watch.over).toEqual(["one"]);
  });

  it("leaves those alone that have little, whoever fills it", async () => {
    const watch = new Watch();
    watch.add("little", "o", async () => 10 * MB);
    watch.free = 0;
    await watch.look();
    expect(watch.over).toEqual([]);
  });

  it("asks of a small disk a quarter at most", async () => {
    const watch = new Watch({ minFreeBytes: 900 * MB });
    watch.add("one", "o", async () => 90 * MB);
    watch.free = 250 * MB;
    await watch.look();
    expect(watch.over).toEqual([]);
  });
});

describe("StorageLook: looks that take long", () => {
  it("come again after 5 s at most, and hold no other up", async () => {
    const watch = new Watch({ maxConnectionBytes: 100 });
    const slow = vi.fn<() => Promise<number>>(() => new Promise(() => {}));
    let bytes = 0;
    const quick = vi.fn<() => Promise<number>>(async () => bytes);
    watch.add("slow", "o", slow);
    watch.add("quick", "p", quick);
    await watch.look();
    expect([slow.mock.calls.length, quick.mock.calls.length]).toEqual([1, 1]);
    // A look is waited for 2 s at most.
    await watch.look(2000);
    bytes = 101;
    await watch.look(5000);
    expect([slow.mock.calls.length, quick.mock.calls.length]).toEqual([1, 2]);
    await watch.look(2000);
    expect(watch.over).toEqual(["quick"]);
  });
});
