import type { Json } from "../../storage/index.ts";
import type { CompiledOutcome, CompiledStep, CompiledTarget } from "./compiled-task.ts";
import { nameParams, type TaskParams } from "./fill-params.ts";
import type { RecordedStep } from "./step-recorder.ts";
import { slugOf, urlShape } from "./url-shape.ts";

/** Texts that are expected after a step. */
const EXPECTED = 5;
/** Characters of a text that is expected. */
const LONGEST_EXPECTED = 80;
/** What tells what a step came to, best first; links, rows and texts are what a page has for one run. */
const telling = ["alert", "status", "dialog", "button", "textbox", "combobox", "heading"];
/** The first headings say where one is, others what was found. */
const HEADINGS = 2;

/** A recorded step in a form that other parameters fit. */
export function compileStep(step: RecordedStep, params: TaskParams): CompiledStep {
  const { tool, input } = step;
  const targets = Object.entries(step.targets).map(([name, target]) => {
    return [name, nameTarget(target, params)] as const;
  });
  const given = Object.entries(input).map(([name, value]): [string, Json] => {
    if (typeof value !== "string") return [name, value];
    return [name, name === "url" ? nameInUrl(value, params) : nameParams(value, params)];
  });
  const own = given.filter(([name]) => !Object.hasOwn(step.targets, name));
  // Where the element goes by a parameter, so does the address to which it leads.
  const isChosen = JSON.stringify(targets).includes("{{param.");
  return {
    tool,
    input: Object.fromEntries(own),
    targets: Object.fromEntries(targets),
    expected: expectedOf(step, { params, isChosen }),
  };
}

/** A target whose texts name parameters. */
export function nameTarget(target: CompiledTarget, params: TaskParams): CompiledTarget {
  const named = (text: string): string => nameParams(text, params);
  const attributes = Object.entries(target.attributes).map(([name, value]) => {
    return [name, name === "href" ? nameInUrl(value, params) : named(value)] as const;
  });
  return {
    ...target,
    name: named(target.name),
    within: target.within.map(named),
    beside: target.beside.map(named),
    attributes: Object.fromEntries(attributes),
  };
}

function expectedOf(
  step: RecordedStep,
  { params, isChosen }: { readonly params: TaskParams; readonly isChosen: boolean },
): CompiledOutcome {
  const { url, urlBefore, appeared } = step;
  const nameIn = (part: string): string => nameInUrl(part, params, slugOf);
  const moved = url !== urlBefore && /^https?:/.test(url);
  const headings = appeared.filter((text) => text.startsWith("heading:")).slice(HEADINGS);
  const lasting = appeared
    .filter((text) => rank(text) < telling.length && !headings.includes(text))
    .toSorted((a, b) => rank(a) - rank(b))
    .map((text) => nameParams(text, params))
    // Numbers, dates and counts are of that one run.
    .filter((text) => !/\d/.test(text) && text.length <= LONGEST_EXPECTED);
  return {
    ...(moved && { url: urlShape(url, { nameIn, isChosen }) }),
    appeared: [...new Set(lasting)].slice(0, EXPECTED),
  };
}

function rank(text: string): number {
  const at = telling.indexOf(text.slice(0, text.indexOf(":")));
  return at === -1 ? telling.length : at;
}

function nameInUrl(
  text: string,
  params: TaskParams,
  ...more: readonly ((value: string) => string)[]
): string {
  const encodings = [encodeURIComponent, plusEncoded, String, ...more];
  return nameParams(text, params, encodings);
}

function plusEncoded(value: string): string {
  return encodeURIComponent(value).replaceAll("%20", "+");
}
