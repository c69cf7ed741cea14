import { ServiceError } from "../base/service-error.ts";

/** Longest text for people, in characters. */
const MOST_CHARACTERS = 200;

/**
 * A text for people, as it is stored: null when it is absent.
 * @param name of the field, for the message
 * @throws ServiceError `INVALID_REQUEST`
 */
export function checkText(name: string, text: unknown): string | null {
  if (text === undefined || text === null) return null;
  if (typeof text === "string" && text.length <= MOST_CHARACTERS) return text;
  const message = `${name} must be a string of at most ${MOST_CHARACTERS} characters.`;
  throw new ServiceError("INVALID_REQUEST", { message });
}
