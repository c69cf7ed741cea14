import type { Step } from "../step.ts";

const step: Step = {
  title: "the service under /web in Fastify with Puppeteer over it",
  async run(place) {
    await place.install("fastify", "puppeteer-core");
    await place.bring("api.mjs", "fastify.mjs");
    return await place.node("fastify.mjs");
  },
};
export default step;
