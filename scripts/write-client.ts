// Writes src/client/api.ts and the folder beside it, the types of every route, and src/client/call-table.ts, what a call needs
// to know of its route, from the service's own description. test/rooms/client/written.test.ts compares.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientFiles } from "./client/client-files.ts";

const root = join(import.meta.dirname, "..");

rmSync(join(root, "src/client/api"), { recursive: true, force: true });
mkdirSync(join(root, "src/client/api"));
for (const [path, text] of Object.entries(await clientFiles()))
  writeFileSync(join(root, path), text);
