import { browsingCase } from "../browsing.ts";

/** Pages in a second of Chromium's processor time, on the real pages of the case `browser`. */
export default browsingCase("pages/CPU s", ({ pagesPerCpuSecond }) => pagesPerCpuSecond);
