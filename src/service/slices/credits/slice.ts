import type { ResourceParts } from "../../base/parts.ts";
import type { Slice } from "../../base/slice.ts";
import { creditsRoutes } from "./routes.ts";

/** What an account has, and what things cost (decisions, 4.12). */
export const credits = {
  collections: [],
  open: (parts: Pick<ResourceParts, "accounts" | "settings">) => ({ routes: creditsRoutes(parts) }),
} satisfies Slice;
