export { MemoryRecords } from "./memory-records.ts";
