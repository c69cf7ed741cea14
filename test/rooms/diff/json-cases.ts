import { applyPatch, type Operation } from "rfc6902";
import fc from "fast-check";
import type { PatchOperation } from "dragline/diff";
import type { Json } from "dragline/storage";

/** What another implementation of JSON Patch makes of a document. */
export function judged(before: Json, patch: readonly PatchOperation[]): Json {
  const holder = { document: structuredClone(before) };
  // Put below a member, as that implementation cannot replace what it was given as a whole.
  const operations = patch.map((operation) => ({
    ...structuredClone(operation),
    path: `/document${operation.path}`,
    ...("from" in operation ? { from: `/document${operation.from}` } : {}),
  }));
  const flaws = applyPatch(holder, operations as Operation[]).filter((flaw) => flaw !== null);
  if (flaws.length > 0) throw new Error(`The patch does not apply: ${String(flaws[0])}`);
  return holder.document;
}

const plainKeys = ["id", "name", "a", "a/b", "~", "~1", "", "0", "-", "b c", "ä"];
const trickyKeys = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "length",
];

const scalar = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, 2, "", "a", "b", "1", "__proto__"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.string({ unit: "binary", maxLength: 4 }),
);

function jsonOf(keys: readonly string[]): fc.Arbitrary<Json> {
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      scalar,
      fc.array(tie("json"), { maxLength: 6 }),
      fc
        .array(fc.tuple(fc.constantFrom(...keys), tie("json")), { maxLength: 5 })
        .map((members) => Object.fromEntries(members) as Json),
    ),
  }));
  return json;
}

/** Two documents of a small world, so that much of them is alike. */
export function jsonPairs(kind: "plain" | "tricky"): fc.Arbitrary<readonly [Json, Json]> {
  const json = jsonOf(kind === "plain" ? plainKeys : [...plainKeys, ...trickyKeys]);
  const element = fc.oneof(json, scalar);
  return fc.oneof(
    fc.tuple(json, json),
    fc
      .array(element, { maxLength: 12 })
      .chain((all) => fc.tuple(fc.shuffledSubarray(all), fc.shuffledSubarray(all))),
    fc
      .tuple(listed(json), listed(json))
      .map(([one, other]): [Json, Json] => [{ list: one }, { list: other }]),
  );
}

/** Objects with identities, in any order. */
export function listed(member: fc.Arbitrary<Json>): fc.Arbitrary<Json[]> {
  return fc
    .uniqueArray(fc.nat({ max: 12 }), { maxLength: 10 })
    .chain((ids) =>
      fc.tuple(...ids.map((id) => member.map((value): Json => ({ id, name: "n", value })))),
    );
}
