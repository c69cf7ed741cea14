import type { DriverPage, DriverPageEvents } from "../browser/index.ts";

type DriverRequest = DriverPageEvents["request"];
type DriverResponse = DriverPageEvents["response"];

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

/** Downloads that are read. */
const TEXTS = /csv|json|xml|^text\/(?!html)/;

/** What of a page's traffic may carry data. */
const KINDS = new Set(["document", "xhr", "fetch"]);

/** Keeps what a page asks for and is answered: documents, forms and what its scripts fetch. */
export class TrafficRecorder implements Disposable {
  readonly #page: DriverPage;
  readonly #kept: Promise<Exchange>[] = [];

  constructor(page: DriverPage) {
    this.#page = page;
    page.on("response", this.#onResponse);
  }

  /** What was kept so far; waits for bodies that are still on their way. */
  async exchanges(): Promise<readonly Exchange[]> {
    const all = await Promise.all(this.#kept);
    return all.filter((one) => one.text !== undefined);
  }

  readonly #onResponse = (response: DriverResponse): void => {
    const request = response.request();
    const isRedirect = response.status() >= 300 && response.status() < 400;
    if (isRedirect || !KINDS.has(request.resourceType()) || this.#kept.length >= MOST) return;
    if (!/^https?:/.test(request.url())) return;
    this.#kept.push(this.#read(request, response));
  };

  async #read(last: DriverRequest, response: DriverResponse): Promise<Exchange> {
    const exchange = await exchangeOf(last, response);
    const isDownload = exchange.text === undefined && exchange.isDocument;
    if (!isDownload || exchange.method !== "GET" || !TEXTS.test(exchange.contentType)) {
      return exchange;
    }
    // The browser keeps no body of a download; the page may ask for it once more.
    const source = `fetch(${JSON.stringify(exchange.url)}).then((answer) => answer.text())`;
    const text = await this.#page.evaluate(source).catch(() => undefined);
    return typeof text === "string" && text.length <= MOST_BYTES ? { ...exchange, text } : exchange;
  }

  [Symbol.dispose](): void {
    this.#page.off("response", this.#onResponse);
  }
}

async function exchangeOf(last: DriverRequest, response: DriverResponse): Promise<Exchange> {
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
