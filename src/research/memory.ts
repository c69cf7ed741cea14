import { noUsage } from "../ai/index.ts";
import type {
  Conflict,
  Draft,
  Fact,
  FoundPage,
  JournalEntry,
  Plan,
  Query,
  Source,
  StageOutputs,
  Structured,
} from "./journal-entries.ts";
import { ResearchError } from "./research-error.ts";
import type { ResearchSpent, ResearchStage } from "./research.ts";
import { stateAfter, type ResearchState } from "./research-states.ts";
import { outputs } from "./schema.ts";

/** What a research knows: all that its journal says. */
export interface Memory {
  readonly state: ResearchState;
  readonly plan: Plan | undefined;
  /** Queries that were made, and those that the next search makes. */
  readonly made: readonly Query[];
  readonly next: readonly Query[];
  readonly found: readonly FoundPage[];
  /** URLs that were tried, as they were found. */
  readonly tried: readonly string[];
  readonly sources: readonly Source[];
  readonly facts: readonly Fact[];
  readonly conflicts: readonly Conflict[];
  /** The report: as it was written, then without what its sources do not say. */
  readonly draft: Draft | undefined;
  readonly structured: Structured | undefined;
  readonly notes: readonly string[];
  readonly spent: ResearchSpent;
}

/** What is known at the beginning. */
export const blank: Memory = Object.freeze({
  state: "plan",
  plan: undefined,
  made: [],
  next: [],
  found: [],
  tried: [],
  sources: [],
  facts: [],
  conflicts: [],
  draft: undefined,
  structured: undefined,
  notes: [],
  spent: { rounds: 0, pages: 0, bytes: 0, tokens: noUsage, elapsedMs: 0 },
});

/**
 * What is known with one entry more.
 * @throws ResearchError `INVALID_JOURNAL` when the entry cannot follow
 */
export function remember(memory: Memory, entry: JournalEntry): Memory {
  if (entry.kind === "research") return memory;
  const { spent } = entry;
  if (entry.kind === "page") {
    const { url, source, note } = entry;
    return {
      ...memory,
      spent,
      tried: [...memory.tried, url],
      sources: source === undefined ? memory.sources : [...memory.sources, source],
      notes: note === undefined ? memory.notes : [...memory.notes, note],
    };
  }
  const state = entry.stage === memory.state ? stateAfter(entry.stage, entry.end) : undefined;
  if (state === undefined) throw misplaced(entry.stage, memory.state);
  const notes = [...memory.notes, ...entry.notes];
  return { ...memory, ...gainOf(memory, entry.stage, entry.output), state, notes, spent };
}

/** How each stage's output is taken up. */
const gains: {
  readonly [Stage in ResearchStage]: (
    memory: Memory,
    output: StageOutputs[Stage],
  ) => Partial<Memory>;
} = {
  plan: (_, plan) => ({
    plan,
    next: plan.questions.flatMap(({ id, queries }) =>
      queries.map((query) => ({ question: id, query })),
    ),
  }),
  search: ({ made, found }, output) => ({
    made: [...made, ...output.made],
    next: [],
    found: [...found, ...output.found],
  }),
  scrape: () => ({}),
  read: (_, { facts }) => ({ facts }),
  judge: (_, { queries, conflicts }) => ({ next: queries, conflicts }),
  write: (_, draft) => ({ draft }),
  verify: (_, draft) => ({ draft }),
  extract: (_, structured) => ({ structured }),
};

function gainOf<Stage extends ResearchStage>(
  memory: Memory,
  stage: Stage,
  given: unknown,
): Partial<Memory> {
  const { data, error } = outputs[stage].safeParse(given);
  if (error === undefined) return gains[stage](memory, data as StageOutputs[Stage]);
  throw new ResearchError("INVALID_JOURNAL", {
    message: `The journal's entry of the stage '${stage}' is malformed.`,
    cause: error,
  });
}

function misplaced(stage: ResearchStage, state: ResearchState): ResearchError {
  return new ResearchError("INVALID_JOURNAL", {
    message: `The journal has an entry of the stage '${stage}' where '${state}' is next.`,
  });
}
