/** Owners of the jobs that a worker runs. */
export class RunningOwners {
  readonly #counts = new Map<string, number>();

  /** Whether a job of the owner runs. */
  has(owner: string): boolean {
    return this.#counts.has(owner);
  }

  names(): ReadonlySet<string> {
    return new Set(this.#counts.keys());
  }

  add(owner: string | undefined): void {
    if (owner !== undefined) this.#counts.set(owner, (this.#counts.get(owner) ?? 0) + 1);
  }

  remove(owner: string | undefined): void {
    if (owner === undefined) return;
    const left = (this.#counts.get(owner) ?? 0) - 1;
    if (left > 0) this.#counts.set(owner, left);
    else this.#counts.delete(owner);
  }
}
