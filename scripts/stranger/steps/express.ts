import type { Step } from "../step.ts";

const step: Step = {
  title: "one part in Express, and the service under /web with Puppeteer over it",
  async run(place) {
    await place.install("express", "puppeteer-core");
    await place.bring("api.mjs", "part.mjs", "express.mjs");
    return `${await place.node("part.mjs")}; ${await place.node("express.mjs")}`;
  },
};
export default step;
