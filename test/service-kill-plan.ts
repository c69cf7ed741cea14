/** Where a process of the service dies by itself. */
export type ServiceKillPoint =
  | `${"before" | "in" | "after"}-${"submit" | "start" | "settle"}`
  | "run";

/** One life of a process of the service. */
export interface ServiceLife {
  readonly number: number;
  /** Milliseconds that its clock is ahead of the machine's. */
  readonly offset: number;
  /** Jobs that it submits: scrapes, batches of two, searches and researches in turn. */
  readonly jobs: number;
  readonly account: string;
  /** Where large results are. */
  readonly folder: string;
  /** `any-time` when it is killed from outside; undefined when it is told to stop. */
  readonly point: ServiceKillPoint | "any-time" | undefined;
  /** It dies when it comes to the point for so-many-th time. */
  readonly after: number;
}

const points: readonly (ServiceKillPoint | "any-time")[] = [
  "before-submit",
  "in-submit",
  "after-submit",
  "before-start",
  "in-start",
  "after-start",
  "run",
  "before-settle",
  "in-settle",
  "after-settle",
  "any-time",
];

/** The points take turns; how often they are passed is chance. */
export function serviceKillPoint(number: number, random: number) {
  const point = points[number % points.length] ?? "any-time";
  return { point, after: 1 + Math.floor(random * 4) } as const;
}

/** What blobs in a folder want to know of URLs, which nobody asks for here. */
export const blobUrls = { baseUrl: "https://blobs.example/", secrets: ["s".repeat(32)] } as const;
