import {
  ClientError,
  isClientError,
  type AiTaskRequest,
  type AiTaskResult,
  type AiTaskStep,
  type Client,
} from "../../client/index.ts";
import type { AgentFlags } from "../agent/agent-flags.ts";
import type { Task } from "../agent/read-task.ts";
import { sayStep, showEnd } from "../agent/show-task.ts";
import { wholeNumber } from "../input/whole-number.ts";
import { countText } from "../terminal/count-text.ts";
import { paint, say, type Terminal } from "../terminal/terminal.ts";
import { atService } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

/** What a service is to do. */
interface RemoteTask {
  readonly task: Task;
  readonly values: AgentFlags;
}

/**
 * `dragline agent --remote`: a task that the model of a service does in its browser. The command follows
 * it step by step; the service ends a task that nobody follows.
 */
export function doTaskAt(
  place: RemotePlace,
  { task, values }: RemoteTask,
  terminal: Terminal,
): Promise<number> {
  const input: AiTaskRequest = {
    prompt: task.prompt,
    url: task.url,
    output_schema: task.outputSchema,
    secret_values: task.secretValues,
    max_steps: wholeNumber(values, "max-steps"),
    timeout_ms: wholeNumber(values, "timeout-ms"),
  };
  return atService(place, terminal, async (client) => {
    const result = await follow(client, input, terminal);
    const { steps, iterations, duration_ms: durationMs, ...end } = result;
    const ended = { ...end, steps: steps.map(localStep), iterations, durationMs };
    const code = await showEnd(ended, values, terminal);
    const credits = countText(end.credits_used, "credit");
    const spent = `${steps.length} steps, ${iterations} answers, ${durationMs} ms, ${credits}`;
    if (end.success) say(terminal, paint(terminal, "dim", spent));
    return code;
  });
}

/** Names as a task of this machine has them. */
function localStep({ duration_ms: durationMs, ...step }: AiTaskStep) {
  return { ...step, durationMs };
}

/**
 * Tells the steps as they are done, until the task has ended.
 * @throws ClientError, also where the connection is lost before; the signal's reason
 */
async function follow(
  client: Client,
  input: AiTaskRequest,
  terminal: Terminal,
): Promise<AiTaskResult> {
  const { signal } = terminal;
  let cause: unknown;
  let isBegun = false;
  try {
    for await (const { event, data } of client.streamAiTask(input, { signal })) {
      isBegun = true;
      // The service's own events, by its own schema.
      if (event === "step") sayStep(data as AiTaskStep, terminal);
      else if (event === "result") return data as AiTaskResult;
      else if (event === "error") throw failureOf(data as Parameters<typeof failureOf>[0]);
    }
  } catch (error) {
    if (signal.aborted) {
      say(terminal, paint(terminal, "dim", "the task ends at the service"));
      throw error;
    }
    const isLost = isBegun && isClientError(error, "CONNECTION_FAILED");
    if (!isLost) throw error;
    cause = error;
  }
  const message = "The connection was lost before the task ended; the service ends the task.";
  throw new ClientError("CONNECTION_FAILED", { message, cause });
}

function failureOf({ error, message }: { readonly error: string; readonly message: string }) {
  return new ClientError("SERVICE_FAILED", { message, details: { serviceCode: error } });
}
