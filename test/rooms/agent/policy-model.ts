import type { ModelAnswer, ModelCall } from "dragline/ai";
import { ScriptedModel, textOf } from "../ai/scripted-model.ts";
import { calls } from "./task-stage.ts";

/** A call of a tool. */
export type Called = readonly [tool: string, input: object];
/** What a model calls, by what it was told. */
export type Turn = (told: string) => Called;

/** A model that calls one tool after another, the last again and again; it reads references of lines. */
export function policyModel(...turns: readonly Turn[]): ScriptedModel {
  const replies = turns.map((turn) => async (call: ModelCall) => {
    const reply = calls(turn(textOf(call)));
    return reply as ModelAnswer;
  });
  return new ScriptedModel(...replies);
}

/** The reference of the first line that fits, behind the last one that says a text when that is given. */
export function refIn(told: string, line: RegExp, behind?: RegExp): string {
  const lines = told
    .replaceAll(String.raw`\n`, "\n")
    .replaceAll(String.raw`\"`, '"')
    .split("\n");
  const from = behind === undefined ? 0 : lines.findLastIndex((one) => behind.test(one));
  const found = lines.slice(from).find((one) => line.test(one) && one.includes("[ref="));
  return /\[ref=(e\d+)\]/.exec(found ?? "")?.[1] ?? "e0";
}

export const click =
  (line: RegExp, behind?: RegExp): Turn =>
  (told) => ["click", { ref: refIn(told, line, behind) }];

export const fill =
  (line: RegExp, text: string): Turn =>
  (told) => ["fill", { ref: refIn(told, line), text }];

export const look: Turn = () => ["look", {}];

export const finish =
  (result: unknown): Turn =>
  () => ["done", { result }];
