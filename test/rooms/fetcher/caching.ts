import { createFetcher, type FetcherCollaborators, type FetcherOptions } from "dragline/fetcher";
import { createSite, FakeClock, type SiteRoute } from "dragline/testing";

/** An hour in milliseconds. */
export const HOUR = 3_600_000;

/** A site that counts, and a fetcher whose time stands still. */
export async function setUp(
  routes: Record<string, SiteRoute>,
  collaborators: FetcherCollaborators = {},
  options: FetcherOptions = {},
) {
  const site = await createSite(routes);
  const clock = new FakeClock();
  const fetcher = createFetcher({ clock, ...collaborators }, { allow: ["127.0.0.1"], ...options });
  return {
    site,
    clock,
    fetcher,
    async [Symbol.asyncDispose]() {
      await fetcher[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}
