import type { Step } from "../step.ts";

const step: Step = {
  title: "the service under /web in NestJS with Puppeteer over it",
  async run(place) {
    await place.install(
      "@nestjs/core",
      "@nestjs/common",
      "@nestjs/platform-express",
      "reflect-metadata",
      "rxjs",
      "puppeteer-core",
    );
    await place.bring("api.mjs", "nest.mjs");
    return await place.node("nest.mjs");
  },
};
export default step;
