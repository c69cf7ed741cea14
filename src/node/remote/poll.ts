import { isClientError } from "../../client/index.ts";
import { systemClock, wait } from "../../core/index.ts";

/** Between two questions, at first and at most: a service limits how often it is asked. */
const FIRST_MS = 300;
const LONGEST_MS = 5000;

/**
 * Asks until there is an answer, ever less often.
 * @param ask undefined as long as there is none
 * @throws what `ask` throws; the signal's reason
 */
export async function poll<Answer>(
  ask: () => Promise<Answer | undefined>,
  signal: AbortSignal,
): Promise<Answer> {
  for (let pause = FIRST_MS; ; pause = Math.min(LONGEST_MS, pause * 1.5)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await wait(systemClock, pause, signal);
  }
}

/** Before a call that was refused as one too many, at least. */
const LIMITED_MS = 1000;

/**
 * Asks for one of many things, as long as the service says that it is asked too often.
 * @throws what `ask` throws; the signal's reason
 */
export async function patiently<Answer>(
  ask: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isClientError(error, "RATE_LIMITED")) throw error;
      const { retryAfterMs = LIMITED_MS } = error.details;
      await wait(systemClock, Math.max(LIMITED_MS, retryAfterMs), signal);
    }
  }
}
