import type { Page } from "../../page.ts";
import { actionPages } from "./action.ts";
import { bindPages } from "./bind-entry.ts";
import { buildPages } from "./builds.ts";
import { catalogPages } from "./catalog.ts";
import { identityPages } from "./identities.ts";
import { onePages } from "./identity.ts";
import { newIdentityPages } from "./new-identity.ts";
import { oneSourcePages } from "./source.ts";
import { sourcePages } from "./sources.ts";
import { wireJobPages } from "./wire-jobs.ts";

/** All pages of Wire; a fixed path stands before one with a parameter. */
export const wirePages: readonly Page[] = [
  ...catalogPages,
  ...actionPages,
  ...wireJobPages,
  ...newIdentityPages,
  ...identityPages,
  ...onePages,
  ...sourcePages,
  ...bindPages,
  ...oneSourcePages,
  ...buildPages,
];
