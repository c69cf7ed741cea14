// Rewrites the parts of README.md that other files own: examples and the error table.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorTable } from "dragline";
import { scrapeFailures } from "dragline/scraper";

const root = join(import.meta.dirname, "..");
const file = join(root, "README.md");

const withExamples = readFileSync(file, "utf8").replaceAll(
  /<!-- (examples\/[\w./-]+\.(ts|json)) -->\n```\w+\n[\s\S]*?```/g,
  (_, example: string, language: string) => {
    const code = readFileSync(join(root, example), "utf8");
    return `<!-- ${example} -->\n\`\`\`${language}\n${code}\`\`\``;
  },
);

const tables = Object.entries(errorTable).map(([room, codes]) => {
  const rows = Object.entries(codes).map(([code, sentence]) => `| \`${code}\` | ${sentence} |`);
  return `#### ${room}\n\n| Code | Meaning |\n|---|---|\n${rows.join("\n")}\n`;
});
const failures = Object.entries(scrapeFailures).map(([code, text]) => `| \`${code}\` | ${text} |`);
const whole = withExamples
  .replace(
    /<!-- failures -->[\s\S]*<!-- \/failures -->/,
    `<!-- failures -->\n| Code | Meaning |\n|---|---|\n${failures.join("\n")}\n<!-- /failures -->`,
  )
  .replace(
    /<!-- errors -->[\s\S]*<!-- \/errors -->/,
    `<!-- errors -->\n${tables.join("\n")}<!-- /errors -->`,
  );
writeFileSync(file, whole);
