import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from "ajv";
import { compileScriptPattern } from "../core/index.ts";
import { endlessReference } from "./endless-reference.ts";

/** A schema, and a value that is to match it; without a value only the schema is judged. */
export interface SchemaQuestion {
  readonly schema: unknown;
  readonly value?: unknown;
}

/** Patterns in linear time; ajv writes `code` into nothing, since it compiles in this process. */
const regExp = Object.assign(toPattern, { code: "toPattern" });

/** Schemas from strangers: nothing is fetched or logged, and small ones multiply nothing. */
const options: Options = {
  strict: false,
  logger: false,
  inlineRefs: false,
  allErrors: true,
  validateFormats: false,
  code: { regExp },
};

type Draft = (schema: object) => ValidateFunction;

const draft2020: Draft = (schema) => new Ajv2020(options).compile(schema);
const draft2019: Draft = (schema) => new Ajv2019(options).compile(schema);
const draft07: Draft = (schema) => new Ajv(options).compile(schema);

const byAddress: readonly (readonly [RegExp, Draft])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, draft2020],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, draft2019],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, draft07],
];

/** Reasons that are told of one value. */
const MOST_FAULTS = 20;
/** Characters of a reason: keys and patterns in it are the stranger's own. */
const LONGEST_REASON = 300;

/**
 * Why a JSON Schema does not compile, or the value does not match it: at most 20 reasons; none when
 * all is well. The draft is what `$schema` says: 2020-12, 2019-09 or 07; without it 2020-12, or else
 * 07. A hostile schema may take any time: it belongs into a thread that can be ended.
 */
export function judgeSchema(question: SchemaQuestion): string[] {
  const compiled = compile(question.schema);
  if (typeof compiled === "string") return [compiled];
  try {
    if ("value" in question) return faultsOf(compiled, question.value);
    // A schema that does not come to an end of these would not of others.
    for (const value of TRIED) compiled(value);
    return [];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return ["refers to itself endlessly"];
  }
}

/** A value of every type; the fewer parts it has, the sooner a schema has to be done with it. */
const TRIED: readonly unknown[] = [{}, [], "", 0, true, null];

function faultsOf(compiled: ValidateFunction, value: unknown): string[] {
  if (compiled(value)) return [];
  return [...new Set((compiled.errors ?? []).slice(0, MOST_FAULTS).map(tellFault))];
}

function compile(schema: unknown): ValidateFunction | string {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    return "must be an object";
  }
  const endless = endlessReference(schema);
  if (endless !== undefined) return `refers to itself endlessly, at ${endless}`;
  const { $schema: address, ...rest } = schema as Readonly<Record<string, unknown>>;
  if (address === undefined) return firstOf([draft2020, draft07], rest);
  const draft = byAddress.find(([known]) => typeof address === "string" && known.test(address));
  if (draft === undefined) return "'$schema' must be that of draft 2020-12, 2019-09 or 07";
  return firstOf([draft[1]], rest);
}

function toPattern(source: string): { test(text: string): boolean } {
  let pattern: ReturnType<typeof compileScriptPattern>;
  try {
    pattern = compileScriptPattern(source);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`pattern ${JSON.stringify(source.slice(0, 100))} is not supported: ${why}`, {
      cause,
    });
  }
  return { test: (text) => pattern.matcher(text).find() };
}

/** The first draft that takes it; else why the first one does not. */
function firstOf(drafts: readonly Draft[], schema: object): ValidateFunction | string {
  const refusals: string[] = [];
  for (const draft of drafts) {
    try {
      const validate = draft(schema);
      if (!("$async" in validate)) return validate;
      refusals.push("'$async' schemas are not supported");
    } catch (error) {
      refusals.push(error instanceof Error ? error.message : String(error));
    }
  }
  return `does not compile: ${(refusals[0] ?? "").slice(0, LONGEST_REASON)}`;
}

function tellFault({ instancePath, message, params }: ErrorObject): string {
  const place = instancePath === "" ? "the object" : instancePath;
  const { additionalProperty, allowedValues } = params as Readonly<Record<string, unknown>>;
  const fact = additionalProperty ?? allowedValues;
  const told = fact === undefined ? "" : `: ${JSON.stringify(fact)}`;
  return `${place} ${message ?? "does not match"}${told}`.slice(0, LONGEST_REASON);
}
