import { describe, expect, it } from "vitest";
import { caseAnswer, type CaseExchange } from "../../../src/wire/cases/case-answer.ts";
import { dataDifference } from "../../../src/wire/cases/output-difference.ts";
import { requestDifferences, type SentRequest } from "../../../src/wire/cases/match-request.ts";
import { Replay } from "../../../src/wire/cases/replay.ts";
import { caseSchema } from "../../../src/wire/format/action-schema.ts";

const sent = (url: string, more: Partial<SentRequest> = {}): SentRequest => ({
  method: "GET",
  url: new URL(url),
  headers: {},
  body: "",
  ...more,
});

const exchange = (request: object, answer: object = {}): CaseExchange => {
  const read = caseSchema.shape.exchanges.parse([{ request, answer }]);
  return read[0] as CaseExchange;
};

describe("requestDifferences", () => {
  const differences = (request: SentRequest, wanted: object): string[] =>
    requestDifferences(request, exchange(wanted).request);

  it("finds none, whatever the order of the query and further headers", () => {
    const request = sent("https://a.test/x?b=2&a=1&a=3", { headers: { accept: "x", key: "k" } });
    const wanted = { url: "https://a.test/x?a=1&a=3&b=2", headers: { Key: "k" } };
    expect(differences(request, wanted)).toEqual([]);
  });

  it.each([
    [{ url: "https://b.test/x?a=1" }, ["the host is https://a.test, not https://b.test"]],
    [{ url: "https://a.test/y?a=1" }, ["the path is /x, not /y"]],
    [{ url: "https://a.test/x?a=2" }, ["the query has a=1, not 2"]],
    [{ url: "https://a.test/x" }, ["the query has a=1, which the case lacks"]],
    [{ url: "https://a.test/x?a=1&b=" }, ["the query has no b="]],
    [{ url: "https://a.test/x?a=1", method: "POST" }, ["the method is GET, not POST"]],
    [{ url: "https://a.test/x?a=1", headers: { key: "k" } }, ["no header key"]],
    [
      { url: "https://a.test/x?a=1", headers: { accept: "k" } },
      ["the header accept is 'x', not 'k'"],
    ],
    [{ url: "https://a.test/x?a=1", json: {} }, ["the body is not JSON: "]],
    [{ url: "https://a.test/x?a=1", form: { a: "b" } }, ["the form has no a=b"]],
  ])("tells what differs: %j", (wanted, told) => {
    expect(differences(sent("https://a.test/x?a=1", { headers: { accept: "x" } }), wanted)).toEqual(
      told,
    );
  });

  it("compares bodies, and wants each in the case", () => {
    const post = (body: string): SentRequest => sent("https://a.test/", { method: "POST", body });
    const url = { method: "POST", url: "https://a.test/" };
    expect(differences(post('{"a":1,"b":2}'), { ...url, json: { b: 2, a: 1 } })).toEqual([]);
    expect(differences(post('{"a":1}'), { ...url, json: { a: 2 } })).toEqual([
      'the body is {"a":1}, not {"a":2}',
    ]);
    expect(differences(post("a=1&b=2+3"), { ...url, form: { b: "2 3", a: "1" } })).toEqual([]);
    expect(differences(post("a=1"), url)).toEqual([
      expect.stringContaining("as json or form: a=1"),
    ]);
  });
});

describe("Replay", () => {
  const textOf = (replay: Replay, url: string): string | undefined => {
    const answer = replay.answer(sent(url));
    return answer && new TextDecoder().decode(answer.body);
  };

  it("answers each exchange once, of equal ones in their order", () => {
    const replay = new Replay([
      exchange({ url: "https://a.test/1" }, { text: "first" }),
      exchange({ url: "https://a.test/2" }, { text: "other" }),
      exchange({ url: "https://a.test/1" }, { text: "second" }),
    ]);
    expect(textOf(replay, "https://a.test/2")).toBe("other");
    expect(textOf(replay, "https://a.test/1")).toBe("first");
    expect(replay.problems()).toEqual([
      "The case has GET https://a.test/1, which the action never requested.",
    ]);
    expect(textOf(replay, "https://a.test/1")).toBe("second");
    expect(replay.problems()).toEqual([]);
    expect(textOf(replay, "https://a.test/1")).toBeUndefined();
    expect(replay.problems()).toEqual([
      "The action requested GET https://a.test/1, but the case has no further exchange.",
    ]);
  });

  it("answers a further attempt after a failure, and none after a success", () => {
    const replay = new Replay([
      exchange({ url: "https://a.test/" }, { status: 503, text: "later" }),
    ]);
    expect(textOf(replay, "https://a.test/")).toBe("later");
    expect(textOf(replay, "https://a.test/")).toBe("later");
    expect(replay.problems()).toEqual([]);
  });

  it("tells the nearest exchange of a request that it has not", () => {
    const replay = new Replay([
      exchange({ url: "https://b.test/other" }),
      exchange({ url: "https://a.test/x?page=2" }),
    ]);
    expect(replay.answer(sent("https://a.test/x?page=3"))).toBeUndefined();
    expect(replay.problems()).toEqual([
      "The action requested GET https://a.test/x?page=3, but the case has GET https://a.test/x?page=2: the query has page=3, not 2.",
    ]);
  });
});

describe("caseAnswer", () => {
  it.each([
    [{ json: { a: 1 } }, "application/json; charset=utf-8", '{"a":1}'],
    [{ text: "<!DOCTYPE html><p>x" }, "text/html; charset=utf-8", "<!DOCTYPE html><p>x"],
    [{ text: "<?xml version='1.0'?><a/>" }, "application/xml; charset=utf-8", undefined],
    [{ text: "<rss></rss>" }, "application/xml; charset=utf-8", undefined],
    [{ text: "<p>x" }, "text/html; charset=utf-8", undefined],
    [{ text: "a,b" }, "text/plain; charset=utf-8", undefined],
    [{ text: "a,b", headers: { "Content-Type": "text/csv" } }, "text/csv", "a,b"],
    [{}, undefined, ""],
  ])("gives %j its type", (answer, type, body) => {
    const { headers, body: bytes } = caseAnswer(
      exchange({ url: "https://a.test/" }, answer).answer,
    );
    expect(headers["content-type"]).toBe(type);
    if (body !== undefined) expect(new TextDecoder().decode(bytes)).toBe(body);
  });
});

describe("dataDifference", () => {
  it("is none for the same data in another order of members", () => {
    expect(dataDifference({ a: 1, b: [1] }, { b: [1], a: 1 })).toBeUndefined();
  });

  it.each([
    [
      { items: [{ id: 1, t: "a" }] },
      { items: [{ id: 1, t: "b" }] },
      'items[0].t is "b", expected "a"',
    ],
    [{ a: 1 }, {}, "a is missing: expected 1"],
    [{}, { a: null }, "a was not expected: null"],
    [[1], 2, "the data is 2, expected [1]"],
    [["a", "b"], ["b", "a"], "[0] was expected at [1]"],
  ])("tells what differs from %j in %j", (expected, data, told) => {
    expect(dataDifference(expected, data)).toBe(told);
  });

  it("counts what is beyond ten", () => {
    const data = Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`k${index}`, 1]));
    expect(dataDifference({}, data)).toMatch(/; … and 5 more$/);
  });
});
