import { lastLine } from "../place.ts";
import type { Step } from "../step.ts";

const step: Step = {
  title: "the service under /web in Deno",
  async run(place) {
    await place.install("deno", "puppeteer-core");
    await place.bring("api.mjs", "bare.mjs");
    return lastLine(await place.run(place.tool("deno"), "run", "--allow-all", "bare.mjs"));
  },
};
export default step;
