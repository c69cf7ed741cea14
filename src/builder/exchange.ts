import type { DriverPage, DriverRequest, DriverResponse } from "../browser/index.ts";

/** A request of a page and what it was answered, in the order in which they were sent. */
export interface Exchange {
  readonly method: string;
  /** Of the request that was sent; redirects are followed. */
  readonly url: string;
  /** Of what answered in the end. */
  readonly finalUrl: string;
  readonly isDocument: boolean;
  /** Of the request; names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly status: number;
  /** Of the answer, without parameters, in lower case. */
  readonly contentType: string;
  readonly setsCookies: boolean;
  /** The answer's body; undefined where the browser did not keep it, as of a download. */
  readonly text: string | undefined;
}

/** Bytes of a body, and how many exchanges are kept. */
const MOST_BYTES = 4_194_304;
const MOST = 500;

/** What of a page's traffic may carry data. */
const KINDS = new Set(["document", "xhr", "fetch"]);

/** Keeps what a page asks for and is answered: documents, forms and what its scripts fetch. */
export class TrafficRecorder implements Disposable {
  readonly #page: DriverPage;
  readonly #kept: Promise<Exchange | undefined>[] = [];

  constructor(page: DriverPage) {
    this.#page = page;
    page.on("response", this.#onResponse);
  }

  /** What was kept so far; waits for bodies that are still on their way. */
  async exchanges(): Promise<readonly Exchange[]> {
    const all = await Promise.all(this.#kept);
    return all.filter((one) => one !== undefined);
  }

  readonly #onResponse = (response: DriverResponse): void => {
    const request = response.request();
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (isRedirect || !KINDS.has(request.resourceType()) || this.#kept.length >= MOST) return;
    if (!/^https?:/.test(request.url())) return;
    this.#kept.push(read(request, response));
  };

  [Symbol.dispose](): void {
    this.#page.off("response", this.#onResponse);
  }
}

async function read(last: DriverRequest, response: DriverResponse): Promise<Exchange | undefined> {
  const [first = last] = last.redirectChain();
  const headers = response.headers();
  const hops = [...last.redirectChain().map((hop) => hop.response()), response];
  return {
    method: first.method(),
    url: first.url(),
    finalUrl: response.url(),
    isDocument: last.resourceType() === "document",
    headers: first.headers(),
    body: first.postData(),
    status: response.status(),
    contentType: (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "",
    setsCookies: hops.some((hop) => hop?.headers()["set-cookie"] !== undefined),
    text: await textOf(response),
  };
}

async function textOf(response: DriverResponse): Promise<string | undefined> {
  try {
    const bytes = await response.buffer();
    return bytes.length > MOST_BYTES ? undefined : new TextDecoder().decode(bytes);
  } catch {
    // A download's body is not kept, nor that of a page that was left.
    return undefined;
  }
}
