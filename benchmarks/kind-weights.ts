/** How often each kind of page occurs in the whole benchmark that the labelled pages are from. */
export const kindWeights: Readonly<Record<string, number>> = {
  article: 0.53,
  service: 0.11,
  product: 0.08,
  collection: 0.08,
  forum: 0.075,
  listing: 0.066,
  documentation: 0.06,
};
