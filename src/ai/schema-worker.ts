import { serveJobs } from "../core/index.ts";
import { judgeSchema, type SchemaQuestion } from "./judge-schema.ts";

// The first question takes several times as long as others; no stranger's schema is to be blamed for that.
judgeSchema({ schema: {}, value: {} });
serveJobs((question) => ({ result: judgeSchema(question as SchemaQuestion) }));
