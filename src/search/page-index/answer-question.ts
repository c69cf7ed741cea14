import type { SearchAnswer, SearchNote, SearchResult } from "../provider.ts";
import type { QuerySite } from "./query-parts.ts";
import type { Found } from "./rank-pages.ts";
import type { CandidatePassage } from "./fuse-meaning.ts";
import type { Question } from "./read-question.ts";

/** The steps of an answer. */
interface AnswerSteps {
  /** Passages that may answer. */
  readonly find: (question: Question) => Promise<Found>;
  readonly rank: (found: Found) => Promise<SearchResult[]>;
}

/** Answers a query. */
export async function answerQuestion(query: string, steps: AnswerSteps): Promise<SearchAnswer> {
  // It reads languages, which takes packages that only questions need.
  const { readQuestion } = await import("./read-question.ts");
  const question = readQuestion(query);
  const { terms, sites, otherSites, strange } = question;
  const notes = strange.slice(0, MOST_NOTES).map(notUnderstood);
  if (terms.length === 0 && sites.length === 0) {
    return { results: [], notes: [...notes, note("The query has no words to search for.")] };
  }
  const found = await steps.find(question);
  const isWanted = ({ url }: CandidatePassage): boolean =>
    (sites.length === 0 || isOf(url, sites)) && !isOf(url, otherSites);
  const { meaning } = found;
  const results = await steps.rank({
    ...found,
    candidates: found.candidates.filter(isWanted),
    ...(meaning && {
      meaning: { ...meaning, candidates: meaning.candidates.filter(isWanted) },
    }),
  });
  return { results, notes: [...notes, ...meaningNotes(found).map(note)] };
}

/** What of an owner's pages meaning was not looked at for. */
function meaningNotes({ meaning, total }: Found): string[] {
  if (meaning === undefined) return [];
  const { model, dimension, kept, compared, others, remedy = "" } = meaning;
  const former = others.length === 0 ? "" : ` (there are vectors of ${others.join(", ")})`;
  return [
    ...(kept < total
      ? [
          `${total - kept} of ${total} passages have no vector of ${model} (${dimension} numbers)${former}; they were found by words alone. Add their pages again to embed them.`,
        ]
      : []),
    ...(compared < kept
      ? [
          `Meaning was compared for ${compared} of ${kept} passages, those that were added last; the others were found by words alone.${remedy}`,
        ]
      : []),
  ];
}

/** Notes of one answer. */
const MOST_NOTES = 5;
/** Characters of an operator that are shown. */
const SHOWN = 60;

function notUnderstood(operator: string): SearchNote {
  const shown = operator.length > SHOWN ? `${operator.slice(0, SHOWN)}…` : operator;
  return note(`The operator ${shown.toWellFormed()} is not understood and was left out.`);
}

function note(message: string): SearchNote {
  return { provider: "index", message };
}

function isOf(url: string, sites: readonly QuerySite[]): boolean {
  if (sites.length === 0) return false;
  const { host, pathname } = new URL(url);
  return sites.some(
    (site) =>
      (host === site.host || host.endsWith(`.${site.host}`)) && pathname.startsWith(site.path),
  );
}
