import type { RequestListener } from "node:http";
import type { Scraper } from "dragline/scraper";

const codes: Record<string, number> = { INVALID_URL: 400, ADDRESS_NOT_ALLOWED: 403, TIMEOUT: 504 };

/** Answers `?url=` with the main content of that page as markdown. */
export function scrapeRoute(scraper: Pick<Scraper, "scrape">, mostAtOnce = 16): RequestListener {
  let running = 0;
  return (request, response) => {
    const answer = (status: number, text: string): void =>
      void response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(text);
    if (running >= mostAtOnce) return answer(503, "too many pages at once");
    const client = new AbortController();
    response.once("close", () => client.abort());
    const url = URL.parse(request.url ?? "", "http://localhost")?.searchParams.get("url") ?? "";
    running += 1;
    scraper
      .scrape(url, { main: true, signal: client.signal })
      .then((page) => {
        if (page.status === "completed") answer(200, page.markdown ?? "");
        else answer(codes[page.code] ?? 502, page.error);
      })
      .catch(() => client.signal.aborted || answer(500, "internal error"))
      .finally(() => (running -= 1));
  };
}
