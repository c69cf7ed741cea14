import type { Step } from "../step.ts";

const step: Step = {
  title: "the service under /web in Hono with Puppeteer over it",
  async run(place) {
    await place.install("hono", "@hono/node-server", "puppeteer-core");
    await place.bring("api.mjs", "hono.mjs");
    return await place.node("hono.mjs");
  },
};
export default step;
