// Choose what of a page is meant: its main content, or what CSS selectors say.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { convert } from "dragline/converter";

const html = await readFile(join(import.meta.dirname, "pages", "harbour.html"), "utf8");
const url = "https://harbour.example/blog/dragline";

// The rules choose: what sort of page it seems to be, and how sure the choice is, from 0 to 1.
const main = convert(html, { url, main: true });
console.log(main.kind, (main.confidence ?? 0) > 0.5 ? "surely" : "perhaps");

// You choose: of the whole page, or cleaned with `main: true`.
const chosen = convert(html, { url, include: ["h1", "nav, ol"], exclude: ["ul"] });
console.log(chosen.markdown);

// How markdown is written. `frontMatter` begins with what the page says about itself.
const markdown = { frontMatter: true, bullet: "*", links: "reference", wrap: 60 } as const;
console.log(
  convert("<title>Tide</title><ul><li>See <a href=/all>all</a>", { url, markdown }).markdown,
);
