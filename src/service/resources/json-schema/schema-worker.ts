import { serveJobs } from "../../../core/index.ts";
import { judgeSchema, type SchemaQuestion } from "./judge-schema.ts";

serveJobs((question) => ({ result: judgeSchema(question as SchemaQuestion) }));
