/** The SQLSTATE codes of the server that are answered with something else than their message. */
export const sqlStates = Object.freeze({
  numberOutOfRange: "22003",
  uniqueViolation: "23505",
  serializationFailure: "40001",
  deadlock: "40P01",
  undefinedTable: "42P01",
  undefinedSchema: "3F000",
  tooManyConnections: "53300",
  outOfMemory: "53200",
  lockNotAvailable: "55P03",
  startingUp: "57P03",
});

/** The code of an error of the server, the driver or the system; empty without one. */
export function stateOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return String(error.code);
}

/** Whether an error of the server has one of these codes. */
export function hasState(error: unknown, ...states: readonly string[]): boolean {
  return states.includes(stateOf(error));
}
