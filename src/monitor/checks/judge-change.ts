import { findQuote, FoldedText } from "../../evidence/index.ts";
import { generateObject, type GenerateCollaborators } from "../../ai/index.ts";
import { proveChange, type ProvenChange, type SaidChange } from "./prove-change.ts";

/** A change, as a model is asked about it. */
interface ChangeQuestion {
  readonly url: string;
  /** What the owner wants to know of; null: anything that matters to a reader. */
  readonly goal: string | null;
  readonly before: string;
  readonly after: string;
}

/** Lines around what differs that are shown. */
const CONTEXT = 10;
/** Characters of each side. */
const LONGEST = 24_000;

const text = (maxLength: number) => ({ type: "string", maxLength });

const schema = Object.freeze({
  type: "object",
  properties: {
    summary: text(1000),
    meaningful: {
      type: "array",
      maxItems: 20,
      items: {
        type: "object",
        properties: { description: text(500), before: text(1000), after: text(1000) },
        required: ["description", "before", "after"],
        additionalProperties: false,
      },
    },
  },
  required: ["summary", "meaningful"],
  additionalProperties: false,
});

/**
 * Has a model say which parts of a change matter. It sees what differs, with ten lines around it, at
 * most 24,000 characters of each side. Words before and after are the page's own; such as do not stand
 * there are left out. Descriptions and summary are the model's, unless the page speaks against them: then
 * they are reported in the page's words. Nothing meaningful: the change is trivial.
 * @throws AiError as `generateObject` does; the signal's reason
 */
export async function judgeChange(
  collaborators: GenerateCollaborators,
  { url, goal, before, after }: ChangeQuestion,
  signal: AbortSignal,
): Promise<ProvenChange> {
  const [old, young] = differing(before.split("\n"), after.split("\n"));
  const was = old.join("\n").slice(0, LONGEST);
  const is = young.join("\n").slice(0, LONGEST);
  const { object } = await generateObject(
    collaborators,
    {
      schema,
      instructions: instructionsFor(goal),
      data: [
        { label: "address", text: url },
        { label: "before", text: was },
        { label: "after", text: is },
      ],
    },
    { signal },
  );
  const { summary, meaningful } = object as unknown as SaidChange;
  const [shownBefore, shownAfter] = [new FoldedText(was), new FoldedText(is)];
  const standing = meaningful.map((change) => ({
    ...change,
    before: standingIn(shownBefore, change.before),
    after: standingIn(shownAfter, change.after),
  }));
  return proveChange({ summary, meaningful: standing }, { before: was, after: is });
}

/** The words as they stand in a text; empty where they do not. */
function standingIn(text: FoldedText, words: string): string {
  const place = findQuote(text, words);
  return place === undefined ? "" : text.original.slice(place.start, place.end);
}

function instructionsFor(goal: string | null): string {
  const wanted =
    goal === null
      ? "What matters is what a reader of the page would want to know of."
      : `What matters is only what bears on this wish of the page's watcher: ${goal}`;
  return `A watched page has changed. "before" and "after" are its content around what differs. ${wanted} List what matters in "meaningful", each with a short description and the words before and after as they stand there, empty where there were none. Counters, times of day, advertisements, tracking and reordering do not matter. Nothing matters: an empty list. "summary" says in one sentence what changed.`;
}

/** Both sides without the lines that they share at the beginning and at the end, but for a few. */
function differing(
  before: readonly string[],
  after: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [first, last] = [Math.max(0, head - CONTEXT), Math.max(0, tail - CONTEXT)];
  return [before.slice(first, before.length - last), after.slice(first, after.length - last)];
}
