import type { RequestListener } from "node:http";
import type { PageScraper } from "dragline/scraper";

/** What a stranger is told, by code. `page.error` is for you: it names addresses and options. */
const answers: Record<string, readonly [status: number, text: string]> = {
  INVALID_URL: [400, "this is no http or https address"],
  ADDRESS_NOT_ALLOWED: [403, "this address is not allowed"],
  TIMEOUT: [504, "the website took too long"],
};
const otherwise = [502, "the page could not be loaded"] as const;

/** Answers `?url=` with the main content of that page as markdown. */
export function scrapeRoute(scraper: PageScraper, mostAtOnce = 16): RequestListener {
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
        if (page.status === "completed") return answer(200, page.markdown ?? "");
        console.log("scrape:", JSON.stringify({ url, code: page.code, error: page.error }));
        return answer(...(answers[page.code] ?? otherwise));
      })
      .catch(() => client.signal.aborted || answer(500, "internal error"))
      .finally(() => (running -= 1));
  };
}
