import { FakeIds } from "dragline/testing";

/** Ids of one process among several: no two processes make the same. */
export class DistinctIds extends FakeIds {
  readonly #name: string;

  constructor(name: string) {
    super();
    this.#name = name;
  }

  override token(bytes: number): string {
    return this.#name + super.token(bytes).slice(this.#name.length);
  }
}
