/** Attempts that a delivery gets unless it succeeds or cannot (interface, part 6). */
export const MOST_ATTEMPTS = 6;

/** Milliseconds of waiting after attempts 1 to 5: 1 min, 5 min, 30 min, 2 h, 6 h. */
const ladder: readonly number[] = Object.freeze([
  60_000, 300_000, 1_800_000, 7_200_000, 21_600_000,
]);

const JITTER_SHARE = 0.1;
/** Milliseconds. */
const MOST_JITTER = 60_000;
/** Milliseconds that a receiver may ask for. */
const LONGEST_ASKED = 21_600_000;

/** What a wait depends on beside the ladder. */
interface WaitTerms {
  /** A uniform number in [0, 1). */
  readonly random: number;
  /** Milliseconds that the receiver asks for; undefined when it does not, or is not listened to. */
  readonly askedMs: number | undefined;
}

/**
 * Milliseconds to wait after attempt number `attempt`; undefined after the last one. Jitter only
 * lengthens, by up to a tenth and never by more than a minute, so that no wait is shorter than
 * documented; so does what the receiver asks for, to 6 hours at most.
 * @param attempt from 1
 */
export function ladderWait(attempt: number, { random, askedMs }: WaitTerms): number | undefined {
  const rung = ladder[attempt - 1];
  if (rung === undefined) return undefined;
  const wait = rung + Math.floor(Math.min(rung * JITTER_SHARE, MOST_JITTER) * random);
  return Math.max(wait, Math.min(askedMs ?? 0, LONGEST_ASKED));
}
