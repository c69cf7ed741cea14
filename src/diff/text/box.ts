/** Two sequences of numbers that are being compared, and what is found out of them. */
export interface Sides {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** 1 where an item of `before` is taken out. */
  readonly removed: Uint8Array;
  /** 1 where an item of `after` is put in. */
  readonly added: Uint8Array;
}

/** A part of both sequences; ends are behind the last item. */
export interface Box {
  readonly beforeFrom: number;
  readonly beforeTo: number;
  readonly afterFrom: number;
  readonly afterTo: number;
  /** Whether it may hold items that stand once on each side. */
  readonly mayAnchor: boolean;
}

/** A place in both sequences. */
export interface Point {
  readonly before: number;
  readonly after: number;
}

/** Leaves out what is the same at both ends. */
export function trimmed(box: Box, { before, after }: Sides): Box {
  let { beforeFrom, beforeTo, afterFrom, afterTo } = box;
  while (beforeFrom < beforeTo && afterFrom < afterTo && before[beforeFrom] === after[afterFrom]) {
    beforeFrom += 1;
    afterFrom += 1;
  }
  while (
    beforeFrom < beforeTo &&
    afterFrom < afterTo &&
    before[beforeTo - 1] === after[afterTo - 1]
  ) {
    beforeTo -= 1;
    afterTo -= 1;
  }
  return { ...box, beforeFrom, beforeTo, afterFrom, afterTo };
}
