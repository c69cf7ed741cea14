/** What a figure may not fall below, or rise above. */
export type Floor = { readonly least: number } | { readonly most: number };

/**
 * By the name of a figure: what was reached, rounded down a little. A change that is better for
 * good raises its floor in the same commit. `main` is what ships, its weights fitted to all pages;
 * `cross` judges each page by weights fitted without it, which is what unseen pages can expect.
 */
export const floors: Readonly<Record<string, Floor>> = {
  "main.weighted.all": { least: 0.876 },
  "main.article.all": { least: 0.954 },
  "main.documentation.all": { least: 0.932 },
  "main.service.all": { least: 0.858 },
  "main.forum.all": { least: 0.792 },
  "main.collection.all": { least: 0.72 },
  "main.listing.all": { least: 0.757 },
  "main.product.all": { least: 0.671 },
  "main.snippets.with": { least: 0.846 },
  "main.snippets.without": { most: 0.07 },
  "main.articles.f1": { least: 0.956 },

  "cross.weighted.all": { least: 0.862 },
  "cross.weighted.held": { least: 0.855 },
  "cross.snippets.with": { least: 0.827 },
  "cross.snippets.without": { most: 0.079 },
  "cross.articles.f1": { least: 0.936 },

  "fidelity.failed": { most: 0 },
  "fidelity.leaking": { most: 0 },
  "fidelity.measures.text.recall": { least: 0.9997 },
  "fidelity.measures.text.precision": { least: 0.9979 },
  "fidelity.measures.order.recall": { least: 0.999 },
  "fidelity.measures.links.recall": { least: 0.99 },
  "fidelity.measures.urls.recall": { least: 0.9995 },
  "fidelity.measures.images.recall": { least: 0.995 },
  "fidelity.measures.headings.recall": { least: 0.988 },
  "fidelity.measures.items.recall": { least: 0.992 },
  "fidelity.measures.cells.recall": { least: 0.997 },
  "fidelity.measures.code.recall": { least: 0.997 },
  "fidelity.measures.languages.recall": { least: 1 },
  "fidelity.measures.languages.precision": { least: 1 },

  "metadata.title.share": { least: 0.98 },
  "metadata.author.share": { least: 1 },
  "metadata.language.share": { least: 1 },
  "metadata.publishedTime.share": { least: 1 },
  "metadata.siteName.share": { least: 1 },
  "metadata.description.share": { least: 0.95 },

  "previews.title.share": { least: 1 },
  "previews.author.share": { least: 0.97 },
  "previews.publishedTime.share": { least: 0.97 },
  "previews.description.share": { least: 1 },
  "previews.image.share": { least: 1 },
  "previews.language.share": { least: 1 },
  "previews.siteName.share": { least: 0.95 },
  "previews.canonicalUrl.share": { least: 1 },

  "structured.jsonLd.share": { least: 1 },
  "structured.microdata.share": { least: 1 },
  "structured.rdfa.share": { least: 1 },
  "structured.microformats.share": { least: 1 },
  "structured.openGraph.share": { least: 1 },

  // Generated pages: lower by half a point since lists are read by the places of their records, which
  // doubled what is right of real lists (pages.courts).
  "extraction.tuned.structured": { least: 0.972 },
  "extraction.tuned.without": { least: 0.933 },
  "extraction.held.structured": { least: 0.9 },
  "extraction.held.without": { least: 0.75 },
  "extraction.nestedTuned.structured": { least: 0.79 },
  "extraction.nestedTuned.without": { least: 0.61 },
  "extraction.nestedHeld.structured": { least: 0.785 },
  "extraction.nestedHeld.without": { least: 0.565 },
  "prices.share": { least: 0.996 },

  "pages.recipes.f1": { least: 0.953 },
  "pages.recipes.wrong": { most: 0.035 },
  "pages.courts.f1": { least: 0.57 },
  "pages.meaning.share": { least: 0.98 },

  "recipes.one.same.tuned.f1": { least: 0.975 },
  "recipes.one.same.held.f1": { least: 0.99 },
  "recipes.three.same.tuned.f1": { least: 0.985 },
  "recipes.three.same.held.f1": { least: 0.99 },
  "recipes.one.same.tuned.wrong": { most: 0.005 },
  "recipes.one.classes.tuned.wrong": { most: 0.01 },
  "recipes.one.order.tuned.wrong": { most: 0.01 },
  "recipes.one.wrapper.tuned.wrong": { most: 0.005 },
  "recipes.three.classes.tuned.wrong": { most: 0.005 },
  "recipes.three.order.tuned.wrong": { most: 0.01 },
  "recipes.three.wrapper.tuned.wrong": { most: 0.005 },
  "recipes.three.same.nestedTuned.f1": { least: 0.985 },
  "recipes.three.same.nestedTuned.wrong": { most: 0.005 },
  "recipes.three.same.nestedHeld.f1": { least: 0.98 },
  "recipes.three.same.nestedHeld.wrong": { most: 0.005 },
  "gone.generated.given": { most: 0 },
  "gone.real.given": { most: 0 },
  "recipes.one.classes.held.wrong": { most: 0.005 },
  "recipes.three.order.held.wrong": { most: 0.005 },

  "search.sqlite.all.ndcg": { least: 0.87 },
  "search.sqlite.all.recall": { least: 0.94 },
  "search.sqlite.all.ndcgHeld": { least: 0.89 },
  "search.sqlite.all.recallHeld": { least: 0.94 },
  "search.sqlite.facts.ndcg": { least: 0.93 },
  "search.sqlite.facts.recall": { least: 0.96 },
  "search.sqlite.facts.snippet": { least: 0.81 },
  "search.sqlite.facts.ndcgHeld": { least: 0.93 },
  "search.sqlite.facts.recallHeld": { least: 0.96 },
  "search.sqlite.facts.snippetHeld": { least: 0.81 },
  "search.sqlite.numbers.ndcg": { least: 0.94 },
  "search.sqlite.numbers.snippet": { least: 0.84 },

  "research.extractive.fabricated": { most: 0 },
  "research.extractive.precision": { least: 1 },
  "research.extractive.recall": { least: 1 },
  "research.extractive.passage": { least: 0.8 },
  "research.scripted.fabricated": { most: 0 },
  "research.scripted.precision": { least: 0.95 },
  "research.scripted.recall": { least: 0.9 },
  "research.scripted.unanswered": { least: 0.95 },
  "research.scripted.lost": { most: 0.02 },
  "research.faulty.fabricated": { most: 0 },
  "research.faulty.precision": { least: 0.95 },
  "research.faulty.recall": { least: 0.9 },
  "research.faulty.unanswered": { least: 0.95 },
  "research.faulty.lost": { most: 0.02 },
  "research.faulty.kept": { most: 0 },

  "support.given.accepted": { most: 0 },
  "support.given.refused": { most: 0 },
  "support.own.accepted": { most: 0 },
  "support.own.refused": { most: 0 },
  "support.held.accepted": { most: 0 },
  "support.held.refused": { most: 0 },
  "support.drafts.caught": { least: 1 },
  "support.drafts.lost": { most: 0.02 },
};

/** What is to be said of a figure: nothing when it is within its floor, or has none. */
export function judgeFigure(name: string, figure: number | undefined): string[] {
  const floor = floors[name];
  if (floor === undefined) return [];
  if (figure === undefined) return [`${name} has a floor but was not measured`];
  const holds = "least" in floor ? figure >= floor.least : figure <= floor.most;
  return holds ? [] : [`${name} is ${figure.toFixed(6)}; its floor is ${bound(floor)}`];
}

/** A floor as it is shown. */
export function bound(floor: Floor): string {
  return "least" in floor ? `≥ ${floor.least}` : `≤ ${floor.most}`;
}
