/** Where a URL was found. */
type MapLane =
  /** A link on a page. */
  | "link"
  /** A link to the next or previous page of a series. */
  | "series"
  | "sitemap";

interface Found {
  readonly url: string;
  /** Its number among those of the level. */
  readonly order: number;
}

/**
 * The URLs found at one number of link steps, of which so many can be taken up. Links, series and
 * sitemaps share the room by turns: what one leaves is the others'.
 */
export class MapLevel {
  /** How many URLs can be taken up. */
  readonly room: number;
  readonly #lanes: Readonly<Record<MapLane, Found[]>> = { link: [], series: [], sitemap: [] };
  readonly #known = new Set<string>();
  #left = 0;

  constructor(room: number) {
    this.room = room;
  }

  /** Whether pages have filled it, so that what further ones name comes too late. */
  get isFull(): boolean {
    return this.#lanes.link.length + this.#lanes.series.length >= this.room;
  }

  /** Whether nothing was found. */
  get isEmpty(): boolean {
    return Object.values(this.#lanes).every(({ length }) => length === 0);
  }

  /** URLs that were left, repetitions included. */
  get left(): number {
    return this.#left;
  }

  /** @returns whether the URL is new to the level */
  add(url: string, lane: MapLane): boolean {
    if (this.#known.has(url)) return false;
    const lines = this.#lanes[lane];
    if (lines.length < this.room) {
      this.#known.add(url);
      lines.push({ url, order: this.#known.size });
    } else this.#left += 1;
    return true;
  }

  /** @returns whether the URL, which the map has now under another, was among those found */
  remove(url: string): boolean {
    for (const lane of Object.values(this.#lanes)) {
      const at = lane.findIndex((found) => found.url === url);
      if (at !== -1) return lane.splice(at, 1).length > 0;
    }
    return false;
  }

  /** What is taken up, in the order in which it was found. */
  take(): string[] {
    const lanes = Object.values(this.#lanes);
    const taken: Found[] = [];
    for (let turn = 0; turn < this.room; turn++) {
      for (const lane of lanes) {
        const found = lane[turn];
        if (found !== undefined && taken.length < this.room) taken.push(found);
      }
    }
    const found = lanes.reduce((sum, lane) => sum + lane.length, 0);
    this.#left += found - taken.length;
    return taken.sort((a, b) => a.order - b.order).map(({ url }) => url);
  }
}
