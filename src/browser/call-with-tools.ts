import type { DriverRealm } from "./driver.ts";
import { pageCall, type PageFunction } from "./page-call.ts";

/**
 * Calls `run(tools, arg)` in a page. Both go there as source, the tools by the names they have in
 * the object, so that a bundler may rename the functions themselves.
 * @throws the driver's error when the function throws or the page goes away meanwhile
 */
export async function callWithTools<Tools extends Record<string, PageFunction>, Arg, Result>(
  realm: DriverRealm,
  run: (tools: Tools, arg: Arg) => Promise<Result>,
  { tools, arg }: { readonly tools: Tools; readonly arg: Arg },
): Promise<Result> {
  return (await realm.evaluate(pageCall(run, tools, arg).source)) as Result;
}
