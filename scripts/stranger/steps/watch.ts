import type { Step } from "../step.ts";

const step: Step = {
  title: "a watch that tells by a signed webhook",
  async run(place) {
    await place.install();
    await place.bring("api.mjs", "watch.mjs");
    return await place.node("watch.mjs");
  },
};
export default step;
