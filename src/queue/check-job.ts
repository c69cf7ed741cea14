import { checkArgument } from "../core/index.ts";
import { QueueError } from "./queue-error.ts";
import type { PushOptions } from "./queue.ts";

const LONGEST_NAME = 256;
const LARGEST_BODY = 65_536;
const PRIORITY_BOUND = 1000;

/** The last time that a date can hold (ECMA-262, 21.4.1.1). */
const LATEST = 8.64e15;

/**
 * Refuses a topic that is not a string of 1 to 256 characters.
 * @throws QueueError `INVALID_JOB`
 */
export function checkTopic(topic: string): void {
  checkName("topic", topic);
}

/**
 * Refuses a job that is out of bounds.
 * @throws QueueError `INVALID_JOB`
 */
export function checkJob(topic: string, body: string, options: PushOptions): void {
  checkTopic(topic);
  checkArgument("options of push(topic, body, { signal })", options, "object");
  const { id, owner, runAt = 0, priority = 0 } = options;
  if (id !== undefined) checkName("id", id);
  if (owner !== undefined) checkName("owner", owner);
  if (typeof body !== "string") refuse(`a job's body must be a string; got ${typeof body}`);
  const size = Buffer.byteLength(body);
  if (size > LARGEST_BODY) {
    refuse(`a job's body must be at most ${LARGEST_BODY} bytes of UTF-8; got ${size}`);
  }
  if (!(Math.abs(runAt) <= LATEST)) {
    refuse(`runAt must be a time of at most ±${LATEST} ms; got ${String(runAt)}`);
  }
  if (!Number.isInteger(priority) || Math.abs(priority) > PRIORITY_BOUND) {
    refuse(`priority must be a whole number of at most ±1000; got ${String(priority)}`);
  }
}

/**
 * Refuses an id that is not a string of 1 to 256 characters.
 * @throws QueueError `INVALID_JOB`
 */
export function checkId(id: string): void {
  checkName("id", id);
}

function checkName(part: "topic" | "id" | "owner", name: string): void {
  if (typeof name !== "string") refuse(`a job's ${part} must be a string; got ${typeof name}`);
  if (name.length >= 1 && name.length <= LONGEST_NAME) return;
  refuse(`a job's ${part} must have 1 to ${LONGEST_NAME} characters; got ${name.length}`);
}

function refuse(sentence: string): never {
  const message = `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
  throw new QueueError("INVALID_JOB", { message });
}
