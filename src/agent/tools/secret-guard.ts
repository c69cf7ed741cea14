import type { CdpSession } from "../../browser/index.ts";
import type { News } from "../view/news.ts";
import type { NavigationPolicy } from "./policy.ts";
import type { Secrets } from "./secrets.ts";

interface PausedRequest {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly postData?: string;
    readonly hasPostData?: boolean;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

/** What a secret guard works with. */
export interface SecretGuardParts {
  readonly secrets: Secrets;
  readonly policy: NavigationPolicy;
  readonly news: News;
}

/**
 * Holds back what the pages of tabs ask of sites where the task may not go, when it bears a secret: in an
 * address, a head or a body, in whatever spelling the mask knows. From the first secret that is typed in a
 * tab on; web sockets, workers and what a page enciphers are not seen.
 */
export class SecretGuard {
  readonly #parts: SecretGuardParts;
  readonly #watched = new WeakMap<CdpSession, Promise<void>>();

  constructor(parts: SecretGuardParts) {
    this.#parts = parts;
  }

  /** Looks from now on at what a tab asks for, its frames included. @throws what the driver throws */
  watch(session: CdpSession): Promise<void> {
    const known = this.#watched.get(session) ?? this.#begin(session);
    this.#watched.set(session, known);
    return known;
  }

  async #begin(session: CdpSession): Promise<void> {
    session.on("Fetch.requestPaused", (event) => this.#judge(session, event as PausedRequest));
    // A frame can be gone meanwhile.
    session.on("sessionattached", (event) => {
      this.watch(event as CdpSession).catch(() => {});
    });
    const frames = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
    const filter = [{ type: "iframe", exclude: false }, { exclude: true }];
    await Promise.all([
      session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] }),
      session.send("Target.setAutoAttach", { ...frames, filter }),
    ]);
  }

  #judge(session: CdpSession, { requestId, request }: PausedRequest): void {
    const stray = this.#strayIn(request);
    const answer =
      stray === undefined
        ? session.send("Fetch.continueRequest", { requestId })
        : session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    // A request that is gone needs no answer.
    answer.catch(() => {});
    if (stray === undefined) return;
    const host = URL.parse(request.url)?.hostname ?? "elsewhere";
    this.#parts.news.add(`A request of the page with ${stray} to ${host} was held back.`);
  }

  /** What a request bears that may not go there; undefined when it may. */
  #strayIn({ url, headers, postData, hasPostData, postDataEntries }: PausedRequest["request"]) {
    const { secrets, policy } = this.#parts;
    const isWeb = /^https?:/.test(url);
    if (!isWeb || policy.refusalOf(url) === undefined) return undefined;
    const entries = (postDataEntries ?? []).flatMap(({ bytes = [] }) => bytes);
    const bodies = entries.map((bytes) => Buffer.from(bytes, "base64").toString());
    if (hasPostData === true && postData === undefined && bodies.length === 0) {
      return "a body that cannot be read, after a secret was typed,";
    }
    const text = [url, ...Object.values(headers), postData ?? "", ...bodies].join("\n");
    const name = secrets.foundIn(text).find((found) => !secrets.isFor(found, url));
    return name === undefined ? undefined : `the secret '${name}'`;
  }
}
