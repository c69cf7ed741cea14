import type { FetchCall, FetchedPage, Fetcher } from "../fetcher/index.ts";
import type { Json } from "../storage/index.ts";

/** Characters of the answers of a case; one with more is not kept. */
const LONGEST = 120_000;

/** A fetcher that keeps what it was answered, as recorded cases have it. */
export class CaseRecorder implements Pick<Fetcher, "fetch"> {
  readonly #fetcher: Pick<Fetcher, "fetch">;
  #exchanges: Json[] = [];
  #length = 0;

  constructor(fetcher: Pick<Fetcher, "fetch">) {
    this.#fetcher = fetcher;
  }

  async fetch(url: string | URL, call: FetchCall = {}): Promise<FetchedPage> {
    const page = await this.#fetcher.fetch(url, call);
    this.#keep(page, call);
    return page;
  }

  /** The exchanges since the last call; undefined when they are too long for a case. */
  take(): readonly Json[] | undefined {
    const [taken, length] = [this.#exchanges, this.#length];
    this.#exchanges = [];
    this.#length = 0;
    return length > LONGEST ? undefined : taken;
  }

  #keep({ requestedUrl, redirects, url, status, text, headers }: FetchedPage, call: FetchCall) {
    this.#length += text.length;
    if (this.#length > LONGEST) return;
    const { method = "GET", body } = call;
    const sent = { method, url: requestedUrl, ...bodyOf(body) };
    const type = headers["content-type"];
    const answer = {
      status,
      text,
      ...(typeof type === "string" && { headers: { "content-type": type } }),
    };
    const hops = redirects.map((hop, at) => {
      const to = redirects[at + 1]?.url ?? url;
      const request = at === 0 ? sent : { url: hop.url };
      return { request, answer: { status: hop.status, headers: { location: to }, text: "" } };
    });
    const last = hops.length === 0 ? sent : { url };
    this.#exchanges.push(...hops, { request: last, answer });
  }
}

function bodyOf(body: FetchCall["body"]): { readonly json?: Json; readonly form?: Json } {
  if (typeof body !== "string" || body === "") return {};
  try {
    return { json: JSON.parse(body) as Json };
  } catch {
    return { form: Object.fromEntries(new URLSearchParams(body)) };
  }
}
