import { array, assert, asyncProperty, constantFrom, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyQueue } from "../../../../src/fetcher/transport/body-queue.ts";

const MIB = 1024 * 1024;

function createFlow() {
  const calls: string[] = [];
  return {
    calls,
    pause: () => void calls.push("pause"),
    resume: () => void calls.push("resume"),
    leave: () => void calls.push("leave"),
    waits: () => () => void calls.push("arrived"),
  };
}

describe("BodyQueue", () => {
  it("gives every byte in order, however pushing and pulling alternate", async () => {
    const step = constantFrom("push", "pull");
    await assert(
      asyncProperty(array(step), array(uint8Array({ maxLength: 9 })), async (steps, chunks) => {
        const queue = new BodyQueue(createFlow());
        const pulled: Promise<IteratorResult<Uint8Array, undefined>>[] = [];
        let pushed = 0;
        for (const kind of steps) {
          const chunk = chunks[pushed];
          if (kind === "push" && chunk !== undefined) {
            queue.push(chunk);
            pushed += 1;
          } else if (pulled.length <= pushed) pulled.push(queue.next());
        }
        for (const chunk of chunks.slice(pushed)) queue.push(chunk);
        queue.end();
        const got = (await Promise.all(pulled)).flatMap(({ value }) => value ?? []);
        for await (const chunk of queue) got.push(chunk);
        expect(Buffer.concat(got)).toEqual(Buffer.concat(chunks));
      }),
    );
  });

  it("pauses the sender when the reader is behind, and resumes it in time", async () => {
    const flow = createFlow();
    const queue = new BodyQueue(flow);
    for (let pushed = 0; pushed < 4; pushed += 1) queue.push(new Uint8Array(MIB));
    expect(flow.calls).toEqual(["pause"]);
    for (let pulled = 0; pulled < 4; pulled += 1) await queue.next();
    expect(flow.calls).toEqual(["pause", "resume"]);
  });

  it("gives what has come before it fails, or nothing when it is aborted", async () => {
    const reason = new Error("lost");
    const failed = new BodyQueue(createFlow());
    failed.push(Buffer.from("part"));
    failed.fail(reason);
    expect((await failed.next()).value).toEqual(Buffer.from("part"));
    await expect(failed.next()).rejects.toBe(reason);
    const aborted = new BodyQueue(createFlow());
    aborted.push(Buffer.from("part"));
    aborted.abort(reason);
    await expect(aborted.next()).rejects.toBe(reason);
  });

  it("ends a waiting reader who leaves, and tells the sender once", async () => {
    const flow = createFlow();
    const queue = new BodyQueue(flow);
    const waiting = queue.next();
    await queue.return();
    await queue.return();
    expect((await waiting).done).toBe(true);
    expect(flow.calls).toEqual(["arrived", "leave"]);
    expect((await queue.next()).done).toBe(true);
  });
});
