import type { SearchAnswer, SearchCall, SearchProvider } from "dragline/search";

/** A provider in this process that does what it is told, and keeps what it was asked. */
export class ToldSearch implements SearchProvider {
  readonly name: string;
  readonly calls: SearchCall[] = [];
  readonly #answer: (call: SearchCall) => Partial<SearchAnswer> | Promise<Partial<SearchAnswer>>;

  constructor(
    name: string,
    answer: (call: SearchCall) => Partial<SearchAnswer> | Promise<Partial<SearchAnswer>>,
  ) {
    this.name = name;
    this.#answer = answer;
  }

  async search(call: SearchCall): Promise<SearchAnswer> {
    this.calls.push(call);
    const { results = [], notes = [] } = await this.#answer(call);
    return { results: results.slice(0, call.limit), notes };
  }
}

/** A result by the last part of its address. */
export function found(path: string, more: object = {}): SearchAnswer["results"][number] {
  return { url: `https://moss.example/${path}`, title: path, snippet: "", ...more };
}

/** Never answers; ends with the signal's reason. */
export function hang({ signal }: SearchCall): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });
}
