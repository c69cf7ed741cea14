import type { Step } from "../step.ts";

/** The suite of the revision of 2026-07-28 has no version that is not an alpha yet. */
const CONFORMANCE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

const step: Step = {
  title: "tools for models pass the protocol's conformance suite and its inspector",
  timeoutMs: 300_000,
  async run(place) {
    const inspector = "@modelcontextprotocol/inspector@2.12.0";
    await place.install("@modelcontextprotocol/server@2.4.0", CONFORMANCE, inspector);
    await place.bring("mcp.mjs");
    return await place.node("mcp.mjs");
  },
};
export default step;
