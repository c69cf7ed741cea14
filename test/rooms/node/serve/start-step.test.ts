import { QueueError } from "dragline/queue";
import { describe, expect, it } from "vitest";
import { startStep } from "../../../../src/node/serve/start-step.ts";

const { signal } = new AbortController();

describe("startStep", () => {
  it("says which packages a variable needs, and gives no advice about the server", async () => {
    const step = { about: "REDIS_URL (127.0.0.1:6379)", remedy: "start that server" };
    const message = "The queue needs BullMQ and its Redis client: `npm install bullmq ioredis`.";
    const failing = startStep(step, signal, () => {
      throw new QueueError("PACKAGE_MISSING", { message });
    });
    await expect(failing).rejects.toThrow(
      /^REDIS_URL \(127\.0\.0\.1:6379\) needs npm install bullmq ioredis$/,
    );
  });

  it("says what else failed, and what one can do", async () => {
    const step = { about: "REDIS_URL", remedy: "start that server" };
    const failing = startStep(step, signal, () => Promise.reject(new Error("refused")));
    await expect(failing).rejects.toThrow(/^REDIS_URL: refused; start that server$/);
  });
});
