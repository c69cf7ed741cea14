import { checkArgument, CoreError } from "../../core/index.ts";
import type { DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";

/** A kind of resource that a page can do without. */
export type BlockedType = "image" | "font" | "media" | "stylesheet" | "script";

/** The names that CDP gives them (`Network.ResourceType`). */
const resourceTypes: Readonly<Record<BlockedType, string>> = Object.freeze({
  image: "Image",
  font: "Font",
  media: "Media",
  stylesheet: "Stylesheet",
  script: "Script",
});

/**
 * Endings of URLs that Chromium blocks by itself, without asking: what has one is hardly ever asked
 * for as anything else. Not `svg`, which pages fetch to put it into their document.
 */
const endings: Readonly<Partial<Record<BlockedType, readonly string[]>>> = Object.freeze({
  image: ["png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "bmp"],
  font: ["woff", "woff2", "ttf", "otf"],
  media: ["mp4", "m4v", "webm", "mov", "mp3", "m4a", "ogg", "wav"],
});

/** A session that reads no bodies needs none kept. */
const NO_BODIES = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 };

/**
 * Fails a page's requests for resources of the given types (`net::ERR_BLOCKED_BY_CLIENT`) until it
 * is disposed. Images, fonts and media whose URL has one of the usual endings are blocked by Chromium
 * itself (CDP `Network.setBlockedURLs`), also where a script fetches them as data; documents are
 * not. What has no such ending is blocked by what the page uses it for (CDP `Fetch.failRequest`):
 * an image without an extension is, and a script that fetches `/picture/7` gets it. Only requests of
 * these types wait for an answer; documents, scripts, the HTTP cache, redirects, authentication and
 * service workers are as ever. Frames of other sites, which have processes of their own, and
 * requests that a service worker sends are not blocked.
 * @throws CoreError `INVALID_OPTION` for an unknown type; the driver's error when the page is gone
 * @example
 * ```ts
 * import { blockResources, createBrowser } from "dragline/browser";
 *
 * await using browser = createBrowser();
 * await using lease = await browser.lease();
 * const blocked = await blockResources(lease.page, ["image", "font"]);
 * await lease.page.goto("https://example.com/");
 * await blocked[Symbol.asyncDispose]();
 * ```
 */
export async function blockResources(
  page: DriverPage,
  types: readonly BlockedType[],
): Promise<AsyncDisposable> {
  checkArgument("types of blockResources(page, types)", types, "strings");
  const unique = [...new Set(types)];
  const patterns = unique.map((type) => ({
    urlPattern: "*",
    resourceType: resourceTypeOf(type),
    requestStage: "Request",
  }));
  if (patterns.length === 0) return { [Symbol.asyncDispose]: async () => {} };
  const session = await openSession(page);
  // A second session with the domain Network would be told every event of it once more, which costs
  // a twentieth of a page's processor time.
  const network = page._client?.() ?? session;
  session.on("Fetch.requestPaused", (event) => {
    const { requestId } = event as { readonly requestId: string };
    session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }).catch(ignore);
  });
  const urls = unique
    .flatMap((type) => endings[type] ?? [])
    .flatMap((ending) => [`*.${ending}`, `*.${ending}?*`]);
  const block = (blocked: readonly string[]): Promise<unknown> =>
    network.send("Network.setBlockedURLs", { urls: blocked });
  const release = async (): Promise<void> => {
    // The page may have gone before; its requests went with it. Detaching lets waiting ones go on.
    await Promise.allSettled([block([]), session.detach()]);
  };
  try {
    if (network === session) await session.send("Network.enable", NO_BODIES);
    await Promise.all([session.send("Fetch.enable", { patterns }), block(urls)]);
  } catch (error) {
    await release();
    throw error;
  }
  return { [Symbol.asyncDispose]: release };
}

function resourceTypeOf(type: BlockedType): string {
  if (Object.hasOwn(resourceTypes, type)) return resourceTypes[type];
  const known = Object.keys(resourceTypes).join(", ");
  throw new CoreError("INVALID_OPTION", {
    message: `Unknown resource type '${type}'; expected one of ${known}.`,
    details: { option: "types", value: type },
  });
}

function ignore(): void {}
