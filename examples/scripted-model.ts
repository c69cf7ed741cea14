import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen, type Listening } from "./listen.ts";

/** A call of a tool: its name and what it is given. */
export type ScriptedCall = readonly [tool: string, input: object];

/** What a script goes by: the question, the tools, what was told last, and how often it was asked. */
export interface ScriptedTurn {
  readonly question: string;
  readonly tools: readonly string[];
  readonly told: string;
  readonly turn: number;
}

interface Message {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[] | null;
}

interface Completion {
  readonly messages: readonly Message[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/**
 * A server on loopback in the dialect of chat completions that calls tools as a script says: a language
 * model for guides and tests, without one.
 */
export function serveScriptedModel(
  script: (turn: ScriptedTurn) => ScriptedCall,
): Promise<Listening> {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { messages, tools = [] } = body as Completion;
      const turn = messages.filter(({ role }) => role === "assistant").length;
      const [name, input] = script({
        question: textOf(messages.find(({ role }) => role === "user")),
        tools: tools.map((tool) => tool.function.name),
        told: textOf(messages.at(-1)),
        turn,
      });
      const call = { name, arguments: JSON.stringify(input) };
      const tool_calls = [{ id: `call-${turn}`, type: "function", function: call }];
      const message = { role: "assistant", content: "The next step.", tool_calls };
      const choices = [{ index: 0, message, finish_reason: "tool_calls" }];
      const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
      const answer = {
        id: "c1",
        object: "chat.completion",
        created: 1,
        model: "script",
        choices,
        usage,
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answer));
    });
  });
  return listen(server);
}

function textOf(message: Message | undefined): string {
  const { content = "" } = message ?? {};
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("\n");
}

/** The reference of the first line of a page that fits. */
export function refOf(told: string, line: RegExp): string {
  const found = told.split("\n").find((one) => line.test(one));
  return /\[ref=(e\d+)\]/.exec(found ?? "")?.[1] ?? "e0";
}
