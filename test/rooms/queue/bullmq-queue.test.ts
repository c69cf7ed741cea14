import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createBullmqQueue } from "dragline/queue/bullmq";
import { bullmqName } from "../../../src/queue/bullmq/bullmq-name.ts";

afterEach(() => {
  vi.doUnmock("bullmq");
});

describe("createBullmqQueue", () => {
  it("names the packages to install when BullMQ is missing", async () => {
    vi.doMock("bullmq", () => {
      throw new Error("Cannot find package 'bullmq'");
    });
    await expect(createBullmqQueue()).rejects.toMatchObject({
      name: "QueueError",
      code: "PACKAGE_MISSING",
      message: expect.stringContaining("npm install bullmq ioredis"),
    });
  });

  it.each([
    { leaseMs: 999 },
    { timeoutMs: 0 },
    { retryMs: 0 },
    { prefix: 1 },
    { host: "" },
    { url: "postgres://h" },
    { url: "" },
  ])("refuses the option %o", async (options) => {
    await expect(createBullmqQueue({}, options as object)).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });

  it("opens no connection before the first call", async () => {
    await using queue = await createBullmqQueue({}, { url: "redis://127.0.0.1:1" });
    await queue.close(0);
    expect(() => queue.work("mail", { concurrency: 1 }, async () => {})).toThrow("closed");
  });

  it("shows no password in its errors", async () => {
    const url = "redis://user:secret@127.0.0.1:1";
    await using queue = await createBullmqQueue({}, { url, timeoutMs: 50 });
    const { signal } = new AbortController();
    const failure: unknown = await queue.push("mail", "", { signal }).catch((error) => error);
    expect(failure).toMatchObject({ code: "UNAVAILABLE" });
    expect(
      JSON.stringify([failure, String(failure), String((failure as Error).cause)]),
    ).not.toMatch(/secret/);
  });
});

describe("bullmqName", () => {
  it("leaves plain names as they are, and has no colon", () => {
    expect(bullmqName("web-hooks_2.x")).toBe("web-hooks_2.x");
    expect(bullmqName("a:b")).toMatch(/^=[\w-]+$/);
  });

  it("gives no two texts the same name", () => {
    const text = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
    const anyText = fc.oneof(text, fc.string(), text.map(bullmqName));
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(bullmqName(a) === bullmqName(b)).toBe(a === b);
        expect(bullmqName(a)).not.toContain(":");
      }),
    );
  });
});
