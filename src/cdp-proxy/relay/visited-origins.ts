/** The most of them that a state holds; the latest count. */
const MOST = 200;

/** Events that tell where pages went. */
const TARGET_CHANGED = '{"method":"Target.targetInfoChanged"';
const FRAME_NAVIGATED = '{"method":"Page.frameNavigated"';
const URL_MEMBER = Buffer.from('"url":"');

/** The origins that pages of a connection were seen at. */
export class VisitedOrigins {
  readonly #origins = new Set<string>();

  /** From the latest to the earliest. */
  get list(): readonly string[] {
    return [...this.#origins].toReversed();
  }

  /** Takes the origin of a URL, if it is one of the web. */
  add(text: string): void {
    const url = URL.parse(text);
    if (url?.protocol !== "http:" && url?.protocol !== "https:") return;
    this.#origins.delete(url.origin);
    this.#origins.add(url.origin);
    const [oldest] = this.#origins;
    if (this.#origins.size > MOST && oldest !== undefined) this.#origins.delete(oldest);
  }

  /**
   * Takes what a message of the browser tells. Only the beginning of most is looked at; a quotation
   * mark in a text of the page is escaped, so that none passes for the member.
   */
  hear(message: Buffer): void {
    // The letter after "method":" tells most messages apart.
    const letter = message[11];
    if (letter !== 0x54 && letter !== 0x50) return;
    const head = message.toString("latin1", 0, TARGET_CHANGED.length);
    if (head !== TARGET_CHANGED && !head.startsWith(FRAME_NAVIGATED)) return;
    const start = message.indexOf(URL_MEMBER);
    if (start < 0) return;
    const from = start + URL_MEMBER.length;
    this.add(message.toString("utf8", from, message.indexOf(0x22, from)));
  }
}
