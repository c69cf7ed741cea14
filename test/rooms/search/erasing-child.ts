import { createSqliteIndex } from "dragline/search/sqlite";

// A process that removes a page from an index and lives on: erasing-child.ts PATH URL.
const [path = "", url = ""] = process.argv.slice(2);
const { signal } = new AbortController();
const index = createSqliteIndex({}, { path, threads: 1 });
await index.remove("owner", [url], { signal });
process.stdout.write("removed\n");
setInterval(() => {}, 1000);
