import type { Slice } from "../../base/slice.ts";
import { jobRoutes, type JobRouteParts } from "./routes.ts";

/** All jobs of an account, of whatever type: additions of our own to the contract's routes. */
export const jobs = {
  collections: [],
  open: (parts: JobRouteParts) => ({ routes: jobRoutes(parts) }),
} satisfies Slice;
