/** What changes how far a sentence holds. */
type Operator = "maybe" | "planned" | "condition" | "exception" | "only" | "reported";

/** Words of operators in English, German, French and Spanish. */
const OPERATORS: Readonly<Record<Operator, string>> = {
  maybe: `might perhaps possibly probably likely maybe could könnte könnten vielleicht möglicherweise
    wahrscheinlich vermutlich peut-être pourrait pourraient probablement quizás quizá podría podrían
    probablemente`,
  planned: `planned plans expected scheduled proposed intends geplant plant voraussichtlich vorgesehen prévu
    prévue prévoit envisage previsto prevista planea prevé`,
  condition: "if unless provided falls sofern wenn condition",
  exception: "except excluding excepting außer ausgenommen sauf hormis excepto salvo",
  only: `only solely exclusively nur ausschließlich lediglich seulement uniquement solo sólo únicamente
    solamente`,
  reported: `claims claimed alleged allegedly reportedly rumoured rumored supposedly denied denies myth
    behauptet behaupten angeblich bestreitet bestritt mythos prétend prétendument affirme mythe afirma
    supuestamente niega mito`,
};

const operators: ReadonlyMap<string, Operator> = new Map(
  Object.entries(OPERATORS).flatMap(([operator, words]) =>
    words.split(/\s+/).map((word) => [word, operator as Operator] as const),
  ),
);

const ALL =
  /^(?:all|every|each|always|alle|jede[rsmn]?|sämtliche|tous|toutes|chaque|todos|todas|cada)$/;
const SOME =
  /^(?:some|several|certain|einige[rn]?|manche[rn]?|mehrere|quelques|certains|certaines|plusieurs|algunos|algunas|varios|varias)$/;

/** Of how many of something a folded word says that it holds; undefined for other words. */
export function quantifierOf({ key }: { readonly key: string }): "all" | "some" | undefined {
  if (ALL.test(key)) return "all";
  return SOME.test(key) ? "some" : undefined;
}

/** The operator that a folded word is; `may` is one where it is no month. */
export function operatorOf({
  text,
  key,
}: {
  readonly text: string;
  readonly key: string;
}): Operator | undefined {
  return text === "may" ? "maybe" : operators.get(key);
}
