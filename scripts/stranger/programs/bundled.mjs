// What a bundle does: where the package is installed beside it all, else what needs no file of it; and
// then one sentence says what it lacks.
import assert from "node:assert/strict";
import { convert, createConverterPool } from "dragline/converter";
import { isDraglineError } from "dragline";
import { parse, select } from "dragline/html";
import { runCli } from "dragline/node";
import { createService } from "dragline/service";

assert.equal(typeof runCli, "function");
assert.equal(convert("<h1>Tides</h1>").markdown, "# Tides");

async function tried(name, use) {
  try {
    await use();
    return `${name} works`;
  } catch (error) {
    if (!isDraglineError(error, "INCOMPLETE_BUNDLE")) throw error;
    assert.match(error.message, /^Dragline's (file|dependency) .* is missing: .*external/);
    return `${name} is refused`;
  }
}

const seen = [
  await tried("a thread", async () => {
    const pool = createConverterPool({}, { threads: 1 });
    try {
      await pool.convert("<p>x");
    } finally {
      await pool[Symbol.asyncDispose]();
    }
  }),
  await tried("a selector", () => select(parse("<p>x"), "p")),
  await tried("the service", async () => {
    const service = createService();
    const docs = await service.fetch(new Request("http://h/v1/docs"));
    assert.equal(docs.status, 200);
    await service[Symbol.asyncDispose]();
  }),
];
const words = new Set(seen.map((line) => line.split(" ").at(-1)));
assert.equal(words.size, 1, seen.join(", "));
console.log([...words][0] === "works" ? "all works" : "convert works, the rest is refused");
process.exit(0);
