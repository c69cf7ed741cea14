import { browsingCase, CONCURRENCY } from "../browsing.ts";

/** Pages at once that a gigabyte of Chromium's peak memory holds, on the pages of `browser`. */
export default browsingCase(
  "pages at once/GB",
  ({ peakMegabytes }) => (CONCURRENCY * 1024) / peakMegabytes,
  { weighs: true },
);
