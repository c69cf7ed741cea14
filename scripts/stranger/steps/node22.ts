import { lastLine } from "../place.ts";
import type { Step } from "../step.ts";

const step: Step = {
  title: "the service under /web on the oldest Node",
  async run(place) {
    await place.install("node@22.19", "puppeteer-core");
    await place.bring("api.mjs", "bare.mjs");
    return lastLine(
      await place.run(place.tool("node"), "--disable-warning=ExperimentalWarning", "bare.mjs"),
    );
  },
};
export default step;
