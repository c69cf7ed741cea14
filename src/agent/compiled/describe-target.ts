import type { PageView } from "../view/page-view.ts";
import type { CompiledTarget } from "./compiled-task.ts";

/**
 * What tells the element of a reference again; undefined when it is gone.
 * @throws what the driver throws; the signal's reason
 */
export async function describeTarget(
  view: PageView,
  ref: string,
  signal: AbortSignal,
): Promise<CompiledTarget | undefined> {
  const list = await view.elements(signal);
  const element = list.find((one) => one.ref === ref);
  if (element === undefined) return undefined;
  const { role, name, within, beside } = element;
  const [attributes = {}] = await view.attributesOf([ref], signal);
  const same = list.filter((one) => one.role === role && one.name === name);
  const place = { index: same.indexOf(element), count: same.length };
  return { role, name, within: within.slice(-20), beside, attributes, place };
}
