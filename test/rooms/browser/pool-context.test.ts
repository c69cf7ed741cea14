import { describe, expect, it } from "vitest";
import type { ProxyDoor } from "../../../src/net/proxy-door.ts";
import { browserOf, poolPerTest } from "./pool-subject.ts";

const pool = poolPerTest();

describe("the context of a lease", () => {
  it("fails with what a collaborator throws, and leaves nothing open", async () => {
    const wrong = new Error("wrong");
    const doors: string[] = [];
    const { pool: given, launcher } = pool(
      {},
      { prepare: () => Promise.reject(wrong), guardProxy: guardProxy(doors) },
    );
    await expect(given.lease()).rejects.toBe(wrong);
    expect(browserOf(launcher).contexts.size).toBe(0);
    expect(given.status()).toMatchObject({ browsers: 1, leased: 0 });
    expect(doors).toEqual(["open", "closed"]);
  });

  it("leads a context through a door of its own, which closes with it", async () => {
    const doors: string[] = [];
    const { pool: given, launcher } = pool({}, { guardProxy: guardProxy(doors) });
    const lease = await given.lease({ proxy: new URL("http://u:p@proxy.test:8080") });
    const [context] = browserOf(launcher).contexts;
    expect(context?.options).toMatchObject({
      proxyServer: "http://127.0.0.1:1",
      proxyBypassList: ["<-loopback>"],
    });
    expect(lease.failureOf("bad.test")?.message).toBe("refused");
    expect(lease.failureOf("good.test")).toBeUndefined();
    await lease[Symbol.asyncDispose]();
    expect(doors).toEqual(["open http://u:p@proxy.test:8080/", "closed"]);
  });

  it("loads the state before the page is there, and prepares each new page", async () => {
    const steps: unknown[] = [];
    const state = { cookies: [], origins: [] };
    const { pool: given } = pool(
      {},
      {
        loadState: async (context, saved) => {
          steps.push(["load", saved === state, (await context.pages()).length]);
        },
        prepare: async (page, { country }) => {
          steps.push(["prepare", page.url(), country]);
        },
      },
    );
    await given.lease({ state, country: "nl" });
    expect(steps).toEqual([
      ["load", true, 0],
      ["prepare", "about:blank", "nl"],
    ]);
  });

  it("refuses a proxy or a state that nobody would heed", async () => {
    const { pool: given } = pool();
    const refused = { code: "INVALID_OPTION" };
    const proxy = new URL("http://proxy.test");
    await expect(given.lease({ proxy })).rejects.toMatchObject(refused);
    const state = { cookies: [], origins: [] };
    await expect(given.run({ state }, async () => 1)).rejects.toMatchObject(refused);
  });
});

/** A guard proxy that writes down what happens to its doors. */
function guardProxy(doors: string[]): {
  open: (options: { proxy?: URL | undefined }) => Promise<ProxyDoor>;
  [Symbol.asyncDispose]: () => Promise<void>;
} {
  return {
    async open({ proxy }) {
      doors.push(proxy === undefined ? "open" : `open ${proxy.href}`);
      return {
        url: "http://127.0.0.1:1",
        lead: () => {},
        failureOf: (host: string) =>
          host === "bad.test" ? (new Error("refused") as never) : undefined,
        [Symbol.asyncDispose]: async () => {
          doors.push("closed");
        },
      };
    },
    [Symbol.asyncDispose]: () => Promise.reject(new Error("a borrowed proxy was disposed")),
  };
}
