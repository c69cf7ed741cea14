import { input } from "./input.ts";
import { navigation } from "./navigation.ts";
import { network } from "./network.ts";
import { pictures } from "./pictures.ts";
import type { PuppeteerCheck } from "./puppeteer-world.ts";
import { scripts } from "./scripts.ts";
import { targets } from "./targets.ts";

/** What puppeteer-core does with a browser that it is connected to. */
export const puppeteerChecks: readonly PuppeteerCheck[] = [
  ...navigation,
  ...network,
  ...targets,
  ...scripts,
  ...input,
  ...pictures,
];
