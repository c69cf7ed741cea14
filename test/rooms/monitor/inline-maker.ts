import type { ContentMaker } from "dragline/monitor";
import { filterBody } from "../../../src/monitor/content/filter-body.ts";
import { judgeBodies } from "../../../src/monitor/content/judge-bodies.ts";
import { makeBody } from "../../../src/monitor/content/make-body.ts";
import { makeValues } from "../../../src/monitor/content/values/make-values.ts";

/** The real content maker's work, in the test's own thread: no test waits for a thread to start. */
export const inlineMaker: ContentMaker = {
  async body(page, rules) {
    const made = makeBody(page, rules, { maxLength: 1_000_000 });
    if (made.status === "failed") return made;
    return { status: "made", ...filterBody(made.body, rules.filters) };
  },
  async values(page, rules) {
    return makeValues(page, rules);
  },
  async judge(bodies) {
    return { status: "made", ...judgeBodies(bodies) };
  },
  async [Symbol.asyncDispose]() {},
};
