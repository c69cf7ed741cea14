/** What an action does: the first word of its name in the id. */
export type Deed = "search" | "list" | "get" | "create";

const asking: Readonly<Record<"search" | "list" | "get", string>> = {
  search:
    "search searching find finding look lookup query seek discover about mentioning called named containing matching",
  list: "list all every latest newest recent last top trending popular upcoming available browse",
  get: "get details detail one single info information fetch profile full text exact many much",
};

/** Words that ask for a deed. */
export const askingWords: ReadonlyMap<string, Deed> = new Map(
  (Object.entries(asking) as [Deed, string][]).flatMap(([deed, words]) =>
    words.split(" ").map((word) => [word, deed] as const),
  ),
);

/** A wish that begins like this is to write something. */
export const WRITING =
  /^\W*(?:please\s+)?(?:(?:create|write|publish|submit|reply|send|toot|tweet|add)\b|(?:open|post|file|make|comment|leave)\s+(?:a|an|the|my|new|on|to|something)\b)/i;

/** Words that say nothing of what is wanted. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    "a about an and any are as at be been but by can could did do does for from give go going had has have how i if in into is " +
    "it its let like me much many my need of off on or our please s see show some t tell than that the their them there these they " +
    "this those to under up us want was we were what whats when where which who whom whose why will with would you your"
  ).split(" "),
);

/** What stands between a thing and what it belongs to: `comments under a post`. */
export const joiningWords: ReadonlySet<string> = new Set(
  "about at by for from in into of on through to under with".split(" "),
);
