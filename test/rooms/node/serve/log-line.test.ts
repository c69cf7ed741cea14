import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLine, textLine, type LogEntry } from "../../../../src/node/serve/log-line.ts";

const now = Date.UTC(2026, 10, 22, 15, 4, 5, 67);
const entry: LogEntry = {
  level: "info",
  event: "request",
  requestId: "req_1",
  route: "/map/{id}",
  status: 200,
  jobId: undefined,
};

describe("jsonLine", () => {
  it("is one line with the time first", () => {
    expect(jsonLine(entry, now)).toBe(
      '{"time":"2026-11-22T15:04:05.067Z","level":"info","event":"request","requestId":"req_1","route":"/map/{id}","status":200}\n',
    );
  });
});

describe("textLine", () => {
  it("is one line for people, without what is not there and without stacks", () => {
    const failed = { ...entry, stack: "Error\n  at", failure: null, route: "" };
    expect(textLine(entry, now)).toBe(
      "15:04:05 info  request requestId=req_1 route=/map/{id} status=200\n",
    );
    expect(textLine(failed, now)).toBe("15:04:05 info  request requestId=req_1 status=200\n");
  });
});

describe("both", () => {
  it("stay one line without controls, whatever a member holds", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (error) => {
        for (const line of [jsonLine, textLine]) {
          const text = line({ level: "error", event: "failure", error }, now);
          // eslint-disable-next-line no-control-regex -- controls are what is looked for
          expect(text.slice(0, -1)).not.toMatch(/[\u0000-\u001f]/);
          expect(text.at(-1)).toBe("\n");
        }
      }),
    );
  });
});
