import { z } from "zod";
import { isSecretName } from "../tools/secrets.ts";
import { compiledTools } from "./compiled-task.ts";

/** Names of parameters. */
const name = z.string().regex(/^[\w-]{1,64}$/);
const text = z.string().max(10_000);

const target = z.strictObject({
  role: z.string().max(100),
  name: z.string().max(1000),
  within: z.array(z.string().max(1000)).max(20),
  beside: z.array(z.string().max(1000)).max(20),
  attributes: z.record(z.string().max(100), z.string().max(4096)),
  place: z.strictObject({ index: z.int().min(0), count: z.int().min(1) }),
});

const step = z.strictObject({
  tool: z.enum(compiledTools),
  input: z.record(z.string().max(100), z.union([text, z.number()])),
  targets: z.partialRecord(z.enum(["ref", "to"]), target),
  expected: z.strictObject({
    url: z.string().max(4096).optional(),
    appeared: z.array(z.string().max(1000)).max(20),
  }),
});

/** A compiled task as JSON; recipes are checked by the extractor. */
export const compiledTaskSchema = z.strictObject({
  version: z.literal(1),
  prompt: z.string().min(1).max(8192),
  start: z.url({ protocol: /^https?$/ }).max(4096),
  params: z.record(name, text),
  secrets: z.array(z.string().refine(isSecretName)).max(100),
  steps: z.array(step).max(200),
  readings: z
    .array(z.strictObject({ after: z.int().min(-1).max(200), recipe: z.unknown() }))
    .max(100),
  isWrapped: z.boolean(),
});
