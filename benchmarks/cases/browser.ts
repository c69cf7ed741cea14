import { browse } from "../browsing.ts";
import type { BenchmarkCase } from "../case.ts";

/**
 * Pages a second, four at a time, with their scripts run: ours
 * on the pages of one job, puppeteer with a new page each in one browser with its own switches, and
 * Crawlee's PuppeteerCrawler. Real pages, and `small` ones that a script of one line fills.
 */
const benchmark: BenchmarkCase = {
  unit: "pages/s",
  ratios: {
    "dragline/puppeteer": ["dragline", "puppeteer"],
    "dragline/crawlee": ["dragline", "crawlee"],
    "headless-shell/puppeteer": ["dragline, headless-shell", "puppeteer"],
    "dragline/puppeteer, small": ["dragline, small", "puppeteer, small"],
    "dragline/crawlee, small": ["dragline, small", "crawlee, small"],
  },
  variants: {
    dragline: (size) => measure("dragline", size),
    "dragline, headless-shell": (size) => measure("dragline, headless-shell", size),
    puppeteer: (size) => measure("puppeteer", size),
    crawlee: (size) => measure("crawlee", size),
    "dragline, small": (size) => measure("dragline", size, { pages: "small" }),
    "puppeteer, small": (size) => measure("puppeteer", size, { pages: "small" }),
    "crawlee, small": (size) => measure("crawlee", size, { pages: "small" }),
  },
};

async function measure(...run: Parameters<typeof browse>): Promise<number> {
  return (await browse(...run)).pagesPerSecond;
}

export default benchmark;
