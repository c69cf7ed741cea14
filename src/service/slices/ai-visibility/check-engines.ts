import { CoreError } from "../../../core/index.ts";
import type { AnswerEngine } from "../../../visibility/index.ts";

/**
 * The host's engines by slug, in its order.
 * @throws CoreError `INVALID_OPTION`
 */
export function checkEngines(
  engines: readonly AnswerEngine[] = [],
): ReadonlyMap<string, AnswerEngine> {
  const slugs = engines.map(({ slug }) => slug);
  const areWell = slugs.every((slug) => /^[A-Za-z0-9][\w-]{0,63}$/.test(slug));
  if (areWell && new Set(slugs).size === slugs.length) {
    const sorted = engines.toSorted((one, other) => (one.slug < other.slug ? -1 : 1));
    return new Map(sorted.map((engine) => [engine.slug, engine]));
  }
  throw new CoreError("INVALID_OPTION", {
    message: "'answerEngines' must have unique slugs of 1 to 64 letters, digits, '-' and '_'.",
    details: { option: "answerEngines" },
  });
}
