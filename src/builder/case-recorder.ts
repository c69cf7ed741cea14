import type { FetchCall, FetchedPage, Fetcher } from "../fetcher/index.ts";
import type { RecordedCase } from "../wire/index.ts";
import type { Exchange } from "./exchange.ts";

/** A request and its answer, as recorded cases have it. */
export type CaseExchange = RecordedCase["exchanges"][number];

/** Characters of the answers of a case; one with more is not kept. */
const LONGEST = 120_000;

/** A fetcher that keeps what it was answered, as recorded cases have it. */
export class CaseRecorder implements Pick<Fetcher, "fetch"> {
  readonly #fetcher: Pick<Fetcher, "fetch">;
  #exchanges: CaseExchange[] = [];
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
  take(): readonly CaseExchange[] | undefined {
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
    const answer = answerOf({ status, text, type: typeof type === "string" ? type : undefined });
    const hops = redirects.map((hop, at) => {
      const to = redirects[at + 1]?.url ?? url;
      return { request: at === 0 ? sent : getOf(hop.url), answer: redirectOf(hop.status, to) };
    });
    const last = hops.length === 0 ? sent : getOf(url);
    this.#exchanges.push(...hops, { request: last, answer });
  }
}

/** What a browser asked for and was answered, as recorded cases have it. */
export function caseExchangesOf({
  method,
  url,
  finalUrl,
  body,
  status,
  text = "",
  contentType,
}: Exchange): CaseExchange[] {
  const sent = { method, url, ...bodyOf(body) };
  const answer = answerOf({ status, text, type: contentType === "" ? undefined : contentType });
  if (finalUrl === url) return [{ request: sent, answer }];
  return [
    { request: sent, answer: redirectOf(303, finalUrl) },
    { request: getOf(finalUrl), answer },
  ];
}

/** Whether exchanges are short enough for a case. */
export function fitsCase(exchanges: readonly CaseExchange[]): boolean {
  return exchanges.reduce((sum, { answer }) => sum + (answer.text ?? "").length, 0) <= LONGEST;
}

function getOf(url: string): CaseExchange["request"] {
  return { method: "GET", url };
}

function redirectOf(status: number, location: string): CaseExchange["answer"] {
  return { status, headers: { location }, text: "" };
}

function answerOf({
  status,
  text,
  type,
}: {
  readonly status: number;
  readonly text: string;
  readonly type: string | undefined;
}): CaseExchange["answer"] {
  return { status, text, ...(type !== undefined && { headers: { "content-type": type } }) };
}

function bodyOf(body: FetchCall["body"]): Pick<CaseExchange["request"], "json" | "form"> {
  if (typeof body !== "string" || body === "") return {};
  try {
    return { json: JSON.parse(body) as CaseExchange["request"]["json"] };
  } catch {
    return { form: Object.fromEntries(new URLSearchParams(body)) };
  }
}
