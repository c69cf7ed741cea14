import { lastLine } from "../place.ts";
import type { Step } from "../step.ts";

const step: Step = {
  title: "the service under /web in Bun",
  async run(place) {
    await place.install("bun", "puppeteer-core");
    await place.bring("api.mjs", "bare.mjs");
    return lastLine(await place.run(place.tool("bun"), "bare.mjs"));
  },
};
export default step;
