import type { Json } from "../../storage/index.ts";
import type { CompiledStep, CompiledTarget } from "./compiled-task.ts";
import { fillParams, paramsIn, type TaskParams } from "./fill-params.ts";
import type { ExpectedTarget } from "./find-target.ts";

/** What a step's tool is given besides references. */
export function fillStep({ input }: CompiledStep, params: TaskParams): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]): [string, Json] => {
      if (typeof value !== "string") return [name, value];
      return [name, fillParams(value, params, name === "url" ? encodeURIComponent : String)];
    }),
  );
}

/** A target with its parameters filled in. */
export function fillTarget(target: CompiledTarget, params: TaskParams): ExpectedTarget {
  const own = (text: string): string => fillParams(text, params);
  const attributes = Object.entries(target.attributes).map(([name, value]) => {
    return [
      name,
      fillParams(value, params, name === "href" ? encodeURIComponent : String),
    ] as const;
  });
  return {
    ...target,
    name: own(target.name),
    within: target.within.map(own),
    beside: target.beside.map(own),
    named: target.beside.flatMap(paramsIn).flatMap((name) => params[name] ?? []),
    attributes: Object.fromEntries(attributes),
  };
}
