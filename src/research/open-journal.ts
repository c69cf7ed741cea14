import { createHash } from "node:crypto";
import type { Json } from "../storage/index.ts";
import type { JournalEntry } from "./journal-entries.ts";
import { blank, remember, type Memory } from "./memory.ts";
import { ResearchError } from "./research-error.ts";
import type { ResearchCall, ResearchJournal } from "./research.ts";
import { journalEntry } from "./schema.ts";

/** A journal, and what it has so far. */
export interface OpenJournal {
  readonly memory: Memory;
  /** Keeps an entry; one at a time. */
  readonly append: (entry: JournalEntry) => Promise<void>;
}

/**
 * Reads a journal, and begins it when it is empty.
 * @throws ResearchError `INVALID_JOURNAL`; what the journal throws
 */
export async function openJournal(
  journal: ResearchJournal | undefined,
  asked: { readonly prompt: string } & Pick<ResearchCall, "schema" | "useBrowser" | "country">,
  signal: AbortSignal,
): Promise<OpenJournal> {
  const { prompt, schema = null, useBrowser = true, country = null } = asked;
  const key = createHash("sha256")
    .update(JSON.stringify([prompt, schema, useBrowser, country]))
    .digest("base64url");
  const append = async (entry: JournalEntry): Promise<void> => {
    await journal?.append(plain(entry), { signal });
  };
  const [first, ...rest] = (await journal?.read({ signal }))?.map(entryOf) ?? [];
  if (first === undefined) {
    await append({ kind: "research", version: 1, asked: key });
    return { memory: blank, append };
  }
  if (first.kind !== "research" || first.asked !== key) {
    const message =
      "The journal belongs to another research: its prompt, schema, country or use of a browser differs.";
    throw new ResearchError("INVALID_JOURNAL", { message });
  }
  return { memory: rest.reduce(remember, blank), append };
}

function entryOf(given: Json): JournalEntry {
  const { data, error } = journalEntry.safeParse(given);
  if (error === undefined) return data;
  const message = "The journal has an entry that is not a research entry.";
  throw new ResearchError("INVALID_JOURNAL", { message, cause: error });
}

/** Members that are undefined are none in JSON. */
function plain(entry: JournalEntry): Json {
  return JSON.parse(JSON.stringify(entry)) as Json;
}
