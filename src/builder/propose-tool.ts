import type { AgentTool } from "../agent/index.ts";
import type { Proposal } from "./proposal.ts";

const scalar = { type: ["string", "number", "boolean"] };

const parameter = {
  type: "object",
  properties: {
    name: { type: "string", pattern: "^[a-z][a-z0-9_]{0,63}$" },
    type: { enum: ["string", "integer", "number", "boolean"] },
    description: { type: "string", minLength: 3, maxLength: 500 },
    value: { ...scalar, description: "the value with which you saw the result" },
    other: {
      ...scalar,
      description: "another valid value that gives another result; required for actions that read",
    },
  },
  required: ["name", "type", "description", "value"],
  additionalProperties: false,
};

const inputSchema = {
  type: "object",
  properties: {
    name: {
      type: "string",
      pattern: "^[a-z][a-z0-9_]{0,58}$",
      not: { const: "login" },
      description: "a verb and its object: search_products",
    },
    title: { type: "string", minLength: 3, maxLength: 100 },
    description: { type: "string", minLength: 20, maxLength: 600 },
    type: {
      enum: ["read", "write"],
      description:
        "write: it changes something at the site, such as an order, a message or a booking, and is not tried again",
    },
    parameters: { type: "array", items: parameter, maxItems: 20 },
    result: {
      type: ["object", "array"],
      description:
        "what the action gave, as you saw it: an object, or a list of which the first items are enough",
    },
  },
  required: ["name", "title", "description", "type", "parameters", "result"],
  additionalProperties: false,
};

/** The tool by which a model says what it has done, for an action to be made of it. */
export function proposeTool(
  propose: (proposal: Proposal, signal: AbortSignal) => Promise<string | undefined>,
): AgentTool {
  return {
    name: "propose_action",
    description:
      "Makes an action of what you just did in the page: its parameters with the values that you used, and the result that you saw. What reads is tried at once without the browser, what writes against the answers that the page was given; the answer says whether it passed.",
    inputSchema,
    async run(input, { signal }) {
      const fault = await propose(input as unknown as Proposal, signal);
      if (fault === undefined) return { said: "It holds: the action is built." };
      return { said: `It does not hold: ${fault}`, isFailure: true };
    },
  };
}
