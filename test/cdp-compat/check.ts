import type { CompatSite } from "./compat-site.ts";

/** One thing that a client library does with a browser, the same wherever the browser is. */
export interface Check<World> {
  readonly title: string;
  /** Rejects where it does not work. */
  run(world: World): Promise<void>;
}

/** What every check has besides its client. */
export interface CheckSite {
  readonly site: CompatSite;
}

/** `passed`, or the first line of what went wrong. */
export async function outcomeOf(work: Promise<void>): Promise<string> {
  try {
    await work;
    return "passed";
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return text.split("\n").slice(0, 12).join(" ");
  }
}

/** Rejects when `work` takes longer than a check may: what hangs is a result too. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no end within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
