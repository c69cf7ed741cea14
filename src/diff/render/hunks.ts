import type { TextChange } from "../text-diff.ts";
import type { Units } from "../text/units.ts";

/** Lines that are the same on both sides. */
export interface SameLines {
  readonly kind: "same";
  /** Indexes of the first line, from 0. */
  readonly beforeStart: number;
  readonly afterStart: number;
  readonly lines: readonly string[];
}

/** A change within its surroundings. */
export interface ChangedLines extends TextChange {
  readonly kind: "change";
}

/** What is not shown between two hunks. */
export interface Gap {
  /** Lines of the text before. */
  readonly lines: number;
  /** Whether changes may have been left out there. */
  readonly omitted: boolean;
}

/** Changes near one another, with the lines around them. */
export interface Hunk {
  /** What is not shown before it. */
  readonly gap: Gap;
  readonly pieces: readonly (SameLines | ChangedLines)[];
}

/** All that is shown of a difference. */
export interface Hunks {
  readonly hunks: readonly Hunk[];
  /** What is not shown behind the last one. */
  readonly rest: Gap;
}

/** What hunks are made of. */
interface HunkSource {
  readonly units: Units;
  readonly changes: readonly TextChange[];
  /** Whether changes are missing: then nobody knows which lines between the others are the same. */
  readonly omitted: boolean;
  /** Lines of the text after. */
  readonly afterCount: number;
  /** Lines of context around each change. */
  readonly context: number;
}

/** Groups changes whose surroundings touch. */
export function hunksOf({ units, changes, ...source }: HunkSource): Hunks {
  const { afterCount } = source;
  const context = source.omitted ? 0 : source.context;
  const isOmitted = (stretch: Stretch): boolean => source.omitted && !stretch.isEmpty;
  const hunks: Hunk[] = [];
  let pieces: Hunk["pieces"][number][] = [];
  let gap = new Stretch({ before: 0, after: 0 }, { before: 0, after: 0 });
  for (const change of changes) {
    const end = gap.to;
    gap = new Stretch(end, { before: change.beforeStart, after: change.afterStart });
    // Before the first change is no other whose context it could be.
    const isJoined = pieces.length > 0 && !isOmitted(gap) && gap.lines <= 2 * context;
    if (isJoined) pieces.push(...gap.shown(units, 0, gap.lines));
    else {
      const tail = gap.edge(context);
      const head = pieces.length > 0 ? tail : 0;
      pieces.push(...gap.shown(units, 0, head));
      pieces = gap.shown(units, gap.lines - tail, gap.lines);
      hunks.push({ gap: { lines: gap.lines - head - tail, omitted: isOmitted(gap) }, pieces });
    }
    pieces.push({ kind: "change", ...change });
    gap = gap.past(change);
  }
  const rest = new Stretch(gap.to, { before: units.count, after: afterCount });
  const head = pieces.length > 0 ? rest.edge(context) : 0;
  pieces.push(...rest.shown(units, 0, head));
  return { hunks, rest: { lines: rest.lines - head, omitted: isOmitted(rest) } };
}

interface Place {
  readonly before: number;
  readonly after: number;
}

/** What is between two changes. */
class Stretch {
  readonly from: Place;
  readonly to: Place;

  constructor(from: Place, to: Place) {
    this.from = from;
    this.to = to;
  }

  get lines(): number {
    return this.to.before - this.from.before;
  }

  get isEmpty(): boolean {
    return this.lines === 0 && this.to.after === this.from.after;
  }

  /** Lines at one of its ends that are context. */
  edge(context: number): number {
    return Math.min(context, this.lines);
  }

  past({ before, after }: TextChange): Stretch {
    const end = { before: this.to.before + before.length, after: this.to.after + after.length };
    return new Stretch(end, end);
  }

  shown(units: Units, from: number, to: number): SameLines[] {
    if (from >= to) return [];
    const [beforeStart, afterStart] = [this.from.before + from, this.from.after + from];
    const lines = units.list(beforeStart, this.from.before + to);
    return [{ kind: "same", beforeStart, afterStart, lines }];
  }
}
