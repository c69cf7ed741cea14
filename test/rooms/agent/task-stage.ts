import type { JsonObject, ModelCall } from "dragline/ai";
import { FakeClock, FakeIds } from "dragline/testing";
import {
  runTask,
  type AgentTask,
  type AgentTool,
  type TaskStep,
  type ToolOutcome,
} from "dragline/agent";
import { answerOf, judgeHere, ScriptedModel, textOf, type Reply } from "../ai/scripted-model.ts";

/** An answer that calls tools: `["open", { url }]`, and says something before. */
export function calls(...tools: readonly (readonly [name: string, input: unknown])[]): Reply {
  return saying("I go on.", ...tools);
}

export function saying(
  text: string,
  ...tools: readonly (readonly [name: string, input: unknown])[]
): Reply {
  const content = tools.map(([toolName, input], index) => {
    return { type: "tool-call", toolCallId: `c${index}`, toolName, input: JSON.stringify(input) };
  });
  return answerOf("", { content: [{ type: "text", text }, ...content] });
}

export const done = (result: unknown): Reply => calls(["done", { result }]);

/** A tool that answers as it is told, and notes what it was given. */
export class FakeTool implements AgentTool {
  readonly description = "Does what it is called.";
  readonly inputs: JsonObject[] = [];
  readonly name: string;
  readonly inputSchema: AgentTool["inputSchema"];
  readonly #outcomes: readonly (ToolOutcome | Error)[];

  constructor(
    name: string,
    outcomes: readonly (ToolOutcome | Error)[] = [{ said: "Done so." }],
    inputSchema: AgentTool["inputSchema"] = { type: "object" },
  ) {
    this.name = name;
    this.inputSchema = inputSchema;
    this.#outcomes = outcomes;
  }

  async run(input: JsonObject): Promise<ToolOutcome> {
    const outcome = this.#outcomes[Math.min(this.inputs.length, this.#outcomes.length - 1)];
    this.inputs.push(input);
    if (outcome instanceof Error) throw outcome;
    return outcome ?? { said: "Nothing." };
  }
}

/** A task of a scripted model. */
export class TaskStage {
  readonly clock = new FakeClock();
  readonly model: ScriptedModel;
  readonly told: TaskStep[] = [];

  constructor(...replies: readonly Reply[]) {
    this.model = new ScriptedModel(...replies);
  }

  run(task: Partial<AgentTask> = {}, call: { readonly signal?: AbortSignal } = {}) {
    const parts = { model: this.model, judge: judgeHere, clock: this.clock, ids: new FakeIds() };
    const onStep = (step: TaskStep): void => void this.told.push(step);
    return runTask(parts, { prompt: "Buy a boat.", tools: [], onStep, ...task }, call);
  }

  /** What the model was told at a call. */
  textAt(index: number): string {
    return textOf(this.callAt(index));
  }

  callAt(index: number): ModelCall | undefined {
    return this.model.calls.at(index);
  }
}
