// Writes src/client/api.ts, the types of every route, and src/client/call-table.ts, what a call needs
// to know of its route, from the service's own description. test/rooms/client/written.test.ts compares.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientFiles } from "./client/client-files.ts";

const root = join(import.meta.dirname, "..");

for (const [path, text] of Object.entries(await clientFiles()))
  writeFileSync(join(root, path), text);
