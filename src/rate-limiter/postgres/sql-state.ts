/** Whether an error of the server has one of these SQLSTATE codes. */
export function hasState(error: unknown, ...states: readonly string[]): boolean {
  return error instanceof Error && "code" in error && states.includes(String(error.code));
}
