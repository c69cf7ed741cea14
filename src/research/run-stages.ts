import type { Budget } from "./budget.ts";
import type { JournalEntry } from "./journal-entries.ts";
import { remember, type Memory } from "./memory.ts";
import type { ObjectSchema } from "./object-schema.ts";
import type { OpenJournal } from "./open-journal.ts";
import type { ResearchEvent, ResearchStage } from "./research.ts";
import type { StageParts, StageResult } from "./stage-parts.ts";
import { extract } from "./stages/extract.ts";
import { judge } from "./stages/judge.ts";
import { plan } from "./stages/plan.ts";
import { read } from "./stages/read.ts";
import { scrape } from "./stages/scrape.ts";
import { search } from "./stages/search.ts";
import { verify } from "./stages/verify.ts";
import { write } from "./stages/write.ts";

/** What a run of stages works with. */
interface RunParts {
  readonly journal: OpenJournal;
  readonly schema: ObjectSchema | undefined;
  readonly budget: Budget;
  readonly stages: Omit<StageParts, "notes" | "tell" | "keepPage">;
  readonly onEvent: (event: ResearchEvent) => void;
}

type Stages = {
  readonly [Stage in ResearchStage]: (
    memory: Memory & { readonly schema: ObjectSchema | undefined },
    parts: StageParts,
  ) => StageResult<Stage> | Promise<StageResult<Stage>>;
};

/** The stages, each given what it needs of what is known. */
const stages: Stages = {
  plan: (_, parts) => plan(parts),
  search,
  scrape: (memory, parts) => scrape({ ...memory, plan: known(memory.plan) }, parts),
  read: (memory, parts) => read({ ...memory, plan: known(memory.plan) }, parts),
  judge: (memory, parts) => judge({ ...memory, plan: known(memory.plan) }, parts),
  write: (memory, parts) => write({ ...memory, plan: known(memory.plan) }, parts),
  verify: (memory, parts) =>
    verify({ ...memory, plan: known(memory.plan), draft: known(memory.draft) }, parts),
  extract: (memory, parts) => extract({ ...memory, draft: known(memory.draft) }, parts),
};

/** Goes on from what the journal has until all is done; each stage is kept before the next begins. */
export async function runStages({
  journal,
  schema,
  budget,
  stages: shared,
  onEvent,
}: RunParts): Promise<Memory> {
  let { memory } = journal;
  let pages = Promise.resolve();
  const keep = async (entry: JournalEntry): Promise<void> => {
    await journal.append(entry);
    memory = remember(memory, entry);
  };
  while (memory.state !== "settled") {
    shared.signal.throwIfAborted();
    const stage = memory.state;
    const tell = (message: string): void => {
      onEvent({ stage, message, sources: memory.sources.length, spent: budget.spent });
    };
    const notes: string[] = [];
    const parts: StageParts = {
      ...shared,
      notes,
      tell,
      keepPage: (page) => {
        // Pages come at once, and are kept one after the other.
        const kept = pages.then(() => keep({ kind: "page", ...page, spent: budget.spent }));
        pages = kept.catch(() => {});
        return kept;
      },
    };
    const { output, end = "finished" } = await stages[stage]({ ...memory, schema }, parts);
    shared.signal.throwIfAborted();
    await keep({ kind: "stage", stage, end, output, notes, spent: budget.spent });
    tell(stage === "extract" && schema === undefined ? NO_SCHEMA : doneMessages[stage]);
  }
  return memory;
}

const NO_SCHEMA = "The report is summed up.";

const doneMessages: Readonly<Record<ResearchStage, string>> = {
  plan: "The research is planned.",
  search: "The searches are made.",
  scrape: "The pages are fetched.",
  read: "The pages are read.",
  judge: "What was read is judged.",
  write: "The report is written.",
  verify: "The report is compared with what it cites.",
  extract: "The data is extracted.",
};

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError("A stage was begun before the ones that it needs.");
  return value;
}
