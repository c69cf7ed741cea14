export { FakeClock } from "./fake-clock.ts";
export { FakeIds } from "./fake-ids.ts";
export { leakedHandles, openHandles, type OpenHandles } from "./leaks.ts";
export {
  createRawSite,
  createSite,
  type SeenRequest,
  type Site,
  type SiteOptions,
  type SiteRoute,
} from "./site.ts";
