/** Where a worker dies by itself. */
export type KillPoint =
  | "before-send"
  | "after-answer"
  | "before-record"
  | "in-record"
  | "after-record"
  | "in-claim"
  | "after-claim";

/** Where it is killed from outside: as the receiver sees it, or at any time. */
export type OuterPoint = "accept" | "request" | "written" | "any-time";

/** One life of a worker. */
export interface Life {
  readonly number: number;
  /** Milliseconds that its clock is ahead of the machine's. */
  readonly offset: number;
  /** Events that it sends, each to all of the URLs. */
  readonly events: number;
  readonly urls: readonly string[];
  /** Undefined when it is told to stop. */
  readonly point: KillPoint | OuterPoint | undefined;
  /** It dies when it comes to the point for so-many-th time. */
  readonly after: number;
}

const innerPoints: readonly KillPoint[] = [
  "before-send",
  "after-answer",
  "before-record",
  "in-record",
  "after-record",
  "in-claim",
  "after-claim",
];
const outerPoints: readonly OuterPoint[] = ["accept", "request", "written", "any-time"];
const points = [...innerPoints, ...outerPoints];

/** The points take turns; how often they are passed is chance. */
export function killPoint(
  number: number,
  random: number,
): { readonly point: KillPoint | OuterPoint; readonly after: number } {
  const point = points[number % points.length] ?? "any-time";
  return { point, after: 1 + Math.floor(random * 4) };
}
