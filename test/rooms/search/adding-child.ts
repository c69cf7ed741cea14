// Adds pages to an index until it is killed: one URL for all, and URLs of its own, each with as many
// passages as its text says, with vectors where that is asked for.
import { createSqliteIndex } from "dragline/search/sqlite";
import { ConceptEmbedder } from "./concept-embedder.ts";

const [path = "", name = "", passages = "1", pages = "Infinity", vectors] = process.argv.slice(2);
const embedder = vectors === undefined ? undefined : new ConceptEmbedder();
const call = { signal: new AbortController().signal };
await using index = createSqliteIndex({ embedder }, { path, threads: 1 });
for (let number = 0; number < Number(pages); number += 1) {
  for (const url of [`https://a.example/${name}/${number}`, "https://a.example/shared"]) {
    const sections = Array.from(
      { length: Number(passages) },
      (_, at) => `<h2>Part ${at}</h2><p>${`tide ${name}n${number} `.repeat(45)}</p>`,
    );
    await index.add(
      "owner",
      { url, html: `<main>${sections.join("")}</main>`, fetchedAt: 0 },
      call,
    );
  }
  console.log(number);
}
