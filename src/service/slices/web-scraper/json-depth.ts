/** Whether a JSON value has arrays and objects in each other to more than so many levels. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  // Level by level, since what is meant to be refused would not fit onto the stack.
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    level = level.filter((each) => typeof each === "object" && each !== null);
    if (level.length > 0 && depth >= levels) return true;
    level = level.flatMap((each) => Object.values(each as object));
  }
  return false;
}
