import { SchemaJudge, type LanguageModel } from "../ai/index.ts";
import {
  checkArgument,
  checkCollaborators,
  CoreError,
  systemClock,
  systemIds,
  traced,
  type Clock,
  type Ids,
} from "../core/index.ts";
import { Asker } from "./ask.ts";
import { Budget } from "./budget.ts";
import { HostPace } from "./host-pace.ts";
import { readObjectSchema } from "./object-schema.ts";
import { openJournal } from "./open-journal.ts";
import { renderReport } from "./render-report.ts";
import { ResearchError } from "./research-error.ts";
import {
  researchSettings,
  type ResearchOptions,
  type ResearchSettings,
} from "./research-options.ts";
import { WorkingRun, type ResearchWork } from "./research-run.ts";
import type { Research, ResearchCall, ResearchCollaborators } from "./research.ts";
import { runStages } from "./run-stages.ts";

/** Bytes of a prompt. */
const LONGEST_PROMPT = 8_192;

/** What may be given in the first argument. */
const collaboratorNames: Readonly<Record<keyof ResearchCollaborators, true>> = Object.freeze({
  search: true,
  scraper: true,
  robots: true,
  model: true,
  checker: true,
  judge: true,
  clock: true,
  ids: true,
});

/**
 * Makes a research: it plans, searches, fetches and reads pages, and writes a report whose sentences cite
 * words of the pages. With a model it writes, and each sentence says how well it is supported (see
 * {@link SentenceSupport}); without one the report is made of verbatim sentences.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * const fetcher = createFetcher();
 * const scraper = createScraper({ fetcher });
 * const research = createResearch({ search, scraper, robots: fetcher.robots });
 */
export function createResearch(
  collaborators: ResearchCollaborators,
  options?: ResearchOptions,
): Research {
  const settings = researchSettings(options);
  checkCollaborators(collaborators, settings, collaboratorNames);
  const { scraper, robots, search } = collaborators;
  checkArgument("search of createResearch({ search })", search, "searchProvider");
  if (scraper === undefined && search.keptPages === undefined) throw withoutScraper();
  if (scraper !== undefined && settings.obeyRobots && robots === undefined) throw withoutRobots();
  const { clock = systemClock, ids = systemIds } = collaborators;
  const { judge = new SchemaJudge(clock) } = collaborators;
  const parts: ResearchParts = { ...collaborators, clock, ids, judge, settings };
  return { research: (prompt, call = {}) => new WorkingRun(workOf(parts, prompt, call)) };
}

interface ResearchParts extends ResearchCollaborators {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly judge: NonNullable<ResearchCollaborators["judge"]>;
  readonly settings: ResearchSettings;
}

function workOf(parts: ResearchParts, given: string, call: ResearchCall): ResearchWork {
  return (onEvent, left) => {
    const signal = call.signal === undefined ? left : AbortSignal.any([call.signal, left]);
    return traced("dragline:research:run", { prompt: given }, async () => {
      signal.throwIfAborted();
      const prompt = checkPrompt(given);
      const { clock, ids, judge, settings, model } = parts;
      const schema =
        call.schema === undefined ? undefined : await readObjectSchema(call.schema, judge, signal);
      const journal = await openJournal(call.journal, { prompt, ...call }, signal);
      using budget = new Budget({ clock, settings }, journal.memory.spent, signal);
      const askerOf = (asked: LanguageModel | undefined): Asker =>
        new Asker(asked && { model: asked, judge, clock, ids }, budget);
      const asker = askerOf(model);
      const checker = askerOf(parts.checker ?? model);
      const pace = new HostPace(clock, settings.maxPerHost);
      const memory = await runStages({
        journal,
        schema,
        budget,
        stages: { ...parts, prompt, call, budget, asker, checker, pace, signal },
        onEvent,
      });
      return renderReport(prompt, memory);
    });
  };
}

function checkPrompt(given: unknown): string {
  const prompt = typeof given === "string" ? given.toWellFormed().trim() : "";
  const bytes = Buffer.byteLength(prompt);
  if (prompt !== "" && bytes <= LONGEST_PROMPT) return prompt;
  throw new ResearchError("INVALID_PROMPT", {
    message: `Expected a prompt of 1 to ${LONGEST_PROMPT} bytes; got ${bytes}.`,
  });
}

function withoutScraper(): CoreError {
  return new CoreError("INVALID_OPTION", {
    message:
      "Research needs the collaborator 'scraper' to load the pages that it finds, unless 'search' is an index of pages; none was given.",
    details: { option: "scraper" },
  });
}

function withoutRobots(): CoreError {
  return new CoreError("INVALID_OPTION", {
    message:
      "Option 'obeyRobots' needs the collaborator 'robots', as a fetcher has; none was given.",
    details: { option: "obeyRobots" },
  });
}
