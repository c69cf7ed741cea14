import type { Step } from "../step.ts";

const step: Step = {
  title: "the service under /web in Next without configuration, Turbopack and webpack",
  timeoutMs: 420_000,
  async run(place) {
    await place.install("next", "react", "react-dom");
    await place.bring("api.mjs", "next");
    const app = place.inFolder("next");
    await app.bring("api.mjs");
    const next = "../node_modules/next/dist/bin/next";
    const seen = [];
    for (const bundler of ["--turbopack", "--webpack"]) {
      await app.run(process.execPath, next, "build", bundler);
      seen.push(`build ${bundler}: ${await app.node("try.mjs", "start")}`);
      seen.push(`dev ${bundler}: ${await app.node("try.mjs", "dev", bundler)}`);
    }
    return seen.join("; ");
  },
};
export default step;
