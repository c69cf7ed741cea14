// A storage adapter of your own: records that note who changed what, over any other adapter. The
// contract tests run on it without a test runner here; in a project they go into one.
import type {
  AtomicOutcome,
  Call,
  Change,
  Collection,
  FieldName,
  Group,
  NewRow,
  Operation,
  Query,
  Records,
  Row,
  Tally,
} from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { recordsCases } from "dragline/testing";

type Note = (line: string) => void;

// #region adapter
class NotedRecords implements Records {
  readonly #below: Records;
  readonly #note: Note;

  constructor(below: Records, note: Note) {
    this.#below = below;
    this.#note = note;
  }

  async insert<C extends Collection>(into: C, rows: readonly NewRow<C>[], call: Call) {
    await this.#below.insert(into, rows, call);
    this.#note(`insert ${into.name} ${rows.length}`);
  }

  async update<C extends Collection>(of: C, change: Change<C>, call: Call): Promise<Row<C>[]> {
    const rows = await this.#below.update(of, change, call);
    this.#note(`update ${of.name} ${rows.length}`);
    return rows;
  }
  // #endregion

  async remove<C extends Collection>(from: C, query: Query<C>, call: Call): Promise<number> {
    const removed = await this.#below.remove(from, query, call);
    this.#note(`remove ${from.name} ${removed}`);
    return removed;
  }

  async atomic(operations: readonly Operation[], call: Call): Promise<AtomicOutcome> {
    const outcome = await this.#below.atomic(operations, call);
    if (outcome.applied) {
      for (const { kind, collection } of operations) this.#note(`${kind} ${collection.name}`);
    }
    return outcome;
  }

  ensure(collections: readonly Collection[], call: Call): Promise<void> {
    return this.#below.ensure(collections, call);
  }

  find<C extends Collection>(of: C, query: Query<C>, call: Call): Promise<Row<C>[]> {
    return this.#below.find(of, query, call);
  }

  count<C extends Collection>(of: C, query: Query<C>, call: Call): Promise<number> {
    return this.#below.count(of, query, call);
  }

  tally<C extends Collection, By extends FieldName<C>, Sum extends FieldName<C> = never>(
    of: C,
    tally: Tally<C, By, Sum>,
    call: Call,
  ): Promise<Group<C, By, Sum>[]> {
    return this.#below.tally(of, tally, call);
  }

  close(): Promise<void> {
    return this.#below.close();
  }
}

const notes: string[] = [];

// #region cases
async function make() {
  const records = new NotedRecords(new MemoryRecords(), (line) => notes.push(line)); // empty
  const another = async () => records; // the same store, as a second process opens it
  return { records, another, [Symbol.asyncDispose]: () => records.close() };
}
const cases = recordsCases(make);
// In a project: for (const { title, run } of cases) it(title, () => run());
for (const each of cases) await each.run();
// #endregion

console.log(cases.length > 50 ? "all contract tests pass" : `only ${cases.length} cases`);
console.log(notes.length > 0 ? "and every change was noted" : "nothing was noted");
