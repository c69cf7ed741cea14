import type { Answer, User } from "../transports/index.ts";

/** An answer, and the operation that gave it. */
export interface Recorded {
  readonly method: string;
  /** As the description spells it. */
  readonly path: string;
  readonly answer: Answer;
}

/** What a call fills in. */
export interface Call {
  readonly id?: string;
  /** The second id of a path. */
  readonly part?: string;
  readonly query?: string;
  readonly json?: unknown;
}
/** Calls an operation as somebody, and records the answer. */
export type Caller = (as: User, row: string, more?: Call) => Promise<Answer>;
