/** Where routes of actions are served. */
export interface WirePrefix {
  readonly prefix: "/wire" | "/legacy-wire";
  /** Heading of the description. */
  readonly tag: string;
  /** The `operationId` of a route that is served under both. */
  readonly name: (operation: string) => string;
}

export const wirePrefix: WirePrefix = Object.freeze({
  prefix: "/wire",
  tag: "Wire",
  name: (operation: string) => operation,
});

export const legacyPrefix: WirePrefix = Object.freeze({
  prefix: "/legacy-wire",
  tag: "Legacy Wire",
  name: (operation: string) => `${operation}Legacy`,
});
