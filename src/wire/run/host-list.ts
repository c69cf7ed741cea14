/** Hosts that a run may talk to: names, `*.` before a domain, addresses. */
export class HostList {
  readonly #names: ReadonlySet<string>;
  readonly #suffixes: readonly string[];

  constructor(entries: readonly string[]) {
    const names = entries.map((entry) => bare(entry.toLowerCase()));
    this.#names = new Set(names.filter((name) => !name.startsWith("*.")));
    this.#suffixes = names.filter((name) => name.startsWith("*.")).map((name) => name.slice(1));
  }

  /** Whether a URL is of one of them. */
  has({ hostname }: URL): boolean {
    const name = bare(hostname);
    return this.#names.has(name) || this.#suffixes.some((suffix) => name.endsWith(suffix));
  }
}

/** Without the point of the DNS root. */
function bare(name: string): string {
  return name.replace(/\.$/, "");
}
