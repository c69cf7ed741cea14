/** The version in the User-Agent; that of the package, as a test checks. */
const VERSION = "0.1.0";

/** How the fetcher names itself. */
export const userAgent = `Mozilla/5.0 (compatible; Dragline/${VERSION})`;

/** The name under which robots.txt may address it (RFC 9309, 2.2.1). */
export const robotsAgent = "Dragline";
