import assert from "node:assert/strict";
import { convert, createConverterPool } from "dragline/converter";

assert.equal(convert("<h1>Tides</h1>").markdown, "# Tides");
const pool = createConverterPool({}, { threads: 1 });
const { text } = await pool.convert("<p>High at noon", { formats: ["text"] });
assert.equal(text, "High at noon");
await pool[Symbol.asyncDispose]();
console.log("converted");
