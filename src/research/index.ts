export type {
  Citation,
  ResearchCollaborators,
  ResearchEvent,
  ResearchJournal,
  ResearchReport,
  ResearchSpent,
  ResearchStage,
  StructuredData,
} from "./research.ts";
