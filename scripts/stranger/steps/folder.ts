import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Step } from "../step.ts";

const PAGES = 10_000;

const step: Step = {
  title: "10,000 saved pages, converted from a folder by the command",
  async run(place) {
    await place.install();
    const paragraph = "<p>The ferry leaves at noon, and is back in the evening.</p>".repeat(20);
    for (let at = 0; at < PAGES; at += 100) {
      const hundred = Array.from({ length: 100 }, (_, next) => at + next);
      await Promise.all(
        hundred.map((number) =>
          place.write(
            `saved/${number % 10}/page-${number}.html`,
            `<title>${number}</title><nav>Home</nav><main><h1>Page ${number}</h1>${paragraph}</main>`,
          ),
        ),
      );
    }
    const command = [process.execPath, "node_modules/dragline/dist/bin.js"] as const;
    await place.run(...command, "convert", "saved", "--main", "--output", "markdown");
    const made = await readdir(join(place.folder, "markdown"), { recursive: true });
    const pages = made.filter((name) => name.endsWith(".md"));
    if (pages.length !== PAGES) throw new Error(`There are ${pages.length} results.`);
    const one = await place.read("markdown/7/page-1237.md");
    if (!one.startsWith("# Page 1237")) throw new Error(`A result begins with ${one.slice(0, 80)}`);
    return `${pages.length} pages`;
  },
};
export default step;
