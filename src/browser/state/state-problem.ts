/** Something of a session that could not be saved or loaded; the rest is. */
export interface StateProblem {
  readonly kind: "cookie" | "origin" | "storage";
  /** The cookie's name and domain, the origin, or the origin with the database and the store. */
  readonly where: string;
  /** What happened, in words; holds no value of the session. */
  readonly reason: string;
}
