import { input } from "./input.ts";
import { navigation } from "./navigation.ts";
import { network } from "./network.ts";
import { pictures } from "./pictures.ts";
import type { PlaywrightCheck } from "./playwright-world.ts";
import { scripts } from "./scripts.ts";
import { targets } from "./targets.ts";

/** What playwright-core does with a browser that it is connected to. */
export const playwrightChecks: readonly PlaywrightCheck[] = [
  ...navigation,
  ...network,
  ...targets,
  ...scripts,
  ...input,
  ...pictures,
];
