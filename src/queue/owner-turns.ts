/*
 * Owners take turns by numbers that their jobs get when they are pushed: the turn that is being
 * served, or the one behind the owner's last. Lower turns go first, so an owner has one job in each,
 * and who comes anew is never behind more than one job of each other owner. What it takes is one
 * index in the order of claims; no job is ever numbered again.
 */

/**
 * Jobs that are looked at for one of an owner that has none: they are in the order of turns, so those
 * of all who wait come first.
 */
export const AHEAD = 64;

/** Of jobs in their order the first of each owner that is not among those given. */
export function firstOfOthers<Owned extends { readonly owner?: string | null | undefined }>(
  jobs: readonly Owned[],
  others: ReadonlySet<string>,
): Owned[] {
  const seen = new Set(others);
  return jobs.filter(({ owner }) => {
    if (owner == null || seen.has(owner)) return false;
    seen.add(owner);
    return true;
  });
}
