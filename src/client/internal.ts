/** What the command line needs of the client and programs do not. */
export { callTable } from "./call-table.ts";
export { listFields } from "./list-fields.ts";
export { chunksOf } from "./read-body.ts";
export { runs } from "./run.ts";
