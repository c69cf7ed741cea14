export { createResearch } from "./create-research.ts";
export { readObjectSchema, type ObjectSchema } from "./object-schema.ts";
export type {
  Citation,
  Research,
  ResearchCall,
  ResearchCollaborators,
  ResearchEvent,
  ResearchJournal,
  ResearchReport,
  ResearchRun,
  ResearchSpent,
  ResearchStage,
  ReportSentence,
  StructuredData,
} from "./research.ts";
export { isResearchError, ResearchError } from "./research-error.ts";
export type { ResearchOptions } from "./research-options.ts";
