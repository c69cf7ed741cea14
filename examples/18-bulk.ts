// Convert many pages on all cores, each with a deadline: HTML in hand, or lines of JSON.
// A file of such lines needs no program: dragline convert --jsonl pages.jsonl --format markdown
import { createConverterPool, isConverterError } from "dragline/converter";

const pages = ["Quay", "Lock", "Pier"].map((name, index) => ({
  url: `https://harbour.example/${name.toLowerCase()}`,
  html: `<h1>${name}</h1><p>Depth <b>${index + 3} m</b>, see the <a href="/map">map</a>.`,
}));

await using pool = createConverterPool({}, { pageTimeoutMs: 10_000 });

const conversions = await Promise.all(
  pages.map(({ url, html }) => pool.convert(html, { url, formats: ["markdown", "links"] })),
);
for (const { markdown, links } of conversions) {
  console.log(markdown, links?.length);
}

// One that is cancelled, or takes too long, loses its thread; the others go on.
try {
  await pool.convert("<p>late", {}, { signal: AbortSignal.abort("changed my mind") });
} catch (error) {
  console.log(isConverterError(error, "CONVERSION_TIMEOUT") ? "too slow" : error);
}

async function* lines() {
  yield Buffer.from('{"id": 1, "html": "<h1>Tide</h1>"}\n{"id": 2, "ht');
  yield Buffer.from('ml": null}\n');
}

for await (const { line, failed } of pool.convertLines(lines(), { formats: ["text"] })) {
  process.stdout.write(failed ? "failed " : "ok     ");
  process.stdout.write(line);
}
