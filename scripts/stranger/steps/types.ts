import type { Step } from "../step.ts";

const USER = `
import { convert } from "dragline/converter";
import { createScraper } from "dragline/scraper";
import { createService, toNodeHandler } from "dragline/service";
import { createServer } from "node:http";

const page = await createScraper().scrape("https://h.example/");
if (page.status === "completed") page.markdown.length;
convert("<p>", { formats: ["text"] }).text.length;
createServer(toNodeHandler(createService(), { basePath: "/web" }));
`;

const flags = ["--target", "es2023", "--lib", "es2024", "--types", "node", "--noEmit"];
const strict = ["--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false"];

const step: Step = {
  title: "every import path compiles strictly in TypeScript 5.9 and 7, without peers and DOM",
  async run(place) {
    const seen = [];
    for (const version of ["5.9", "7"]) {
      const user = place.inFolder(`typescript-${version}`);
      await user.write("user.mts", USER);
      await user.install(`typescript@${version}`, "@types/node@24");
      const manifest = JSON.parse(await user.read("node_modules/dragline/package.json")) as {
        readonly exports: object;
      };
      const paths = Object.keys(manifest.exports).filter((path) => !path.endsWith(".json"));
      const names = paths.map((path, at) => {
        return `import * as path${at} from "${path.replace(".", "dragline")}";`;
      });
      const all = `${names.join("\n")}\nconsole.log(${paths.map((_, at) => `path${at}`).join(", ")});`;
      await user.write("all.mts", all);
      for (const resolution of ["node16", "nodenext", "bundler"]) {
        const module = resolution === "bundler" ? "esnext" : resolution;
        const how = ["--module", module, "--moduleResolution", resolution];
        await user.run(user.tool("tsc"), ...flags, ...strict, ...how, "all.mts", "user.mts");
      }
      seen.push(`${version}: ${paths.length} paths`);
    }
    return seen.join(", ");
  },
};
export default step;
