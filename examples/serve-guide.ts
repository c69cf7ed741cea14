import { createSite, type Site } from "dragline/testing";

/** Serves a small guide of linked pages on a free loopback port. */
export function serveGuide(): Promise<Site> {
  return createSite({
    "/": page("Guide", "/boom", "/rope/", "/rope/?utm_source=mail", "/archive/1988", "/old"),
    "/boom": page("The boom", "/", "/rope/"),
    "/rope/": page("The rope", "/rope/hoist", "/rope/drag#knots", "https://example.com/"),
    "/rope/hoist": page("The hoist rope", "/rope/drag"),
    "/rope/drag": page("The drag rope", "/lost"),
    "/old": { status: 301, headers: { location: "/boom" } },
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nAllow: /\n" },
  });
}

function page(title: string, ...links: readonly string[]): string {
  const items = links.map((link) => `<li><a href="${link}">${link}</a>`).join("");
  return `<!doctype html><title>${title}</title><h1>${title}</h1><ul>${items}</ul>`;
}
