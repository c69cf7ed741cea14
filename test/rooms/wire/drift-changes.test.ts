import { describe, expect, it } from "vitest";
import { emptiedLists, jsonChanges } from "../../../src/wire/cases/drift-json.ts";
import { textChanges } from "../../../src/wire/cases/drift-text.ts";

describe("jsonChanges", () => {
  it("removes each member that the recipe names, in all items, and breaks each list", () => {
    const json = { list: [{ id: 1, place: { country: "x" } }, { id: 2 }], unread: 3 };
    const changes = jsonChanges(json, new Set(["list", "id", "country"]));
    expect(changes).toEqual([
      { title: "list removed", names: "list", value: { unread: 3 } },
      { title: "list an object", names: "list", value: { unread: 3, list: {} } },
      { title: "list null", names: "list", value: { unread: 3, list: null } },
      {
        title: "list[*].id removed",
        names: "id",
        value: { unread: 3, list: [{ place: { country: "x" } }, {}] },
      },
      {
        title: "list[*].place.country removed",
        names: "country",
        value: { unread: 3, list: [{ id: 1, place: {} }, { id: 2 }] },
      },
    ]);
  });

  it("breaks a list that is the whole", () => {
    expect(jsonChanges([1], new Set()).map(({ title, value }) => [title, value])).toEqual([
      ["the whole an object", {}],
      ["the whole null", null],
    ]);
  });
});

describe("emptiedLists", () => {
  it("empties the lists that are named as recipes name them", () => {
    const json = { a: { list: [1] }, b: [{ c: [1] }, { c: [2] }], d: [3] };
    const titles = (lists: string[]): string[] =>
      emptiedLists(json, lists).map(({ title }) => title);
    expect(titles(["$.a.list", "d"])).toEqual(["a.list emptied", "d emptied"]);
    expect(emptiedLists(json, ["a.list"])[0]?.value).toEqual({ ...json, a: { list: [] } });
    expect(emptiedLists([1], ["$"])).toEqual([
      { value: [], title: "the whole emptied", names: "item" },
    ]);
    expect(titles(["none", "a"])).toEqual([]);
  });
});

/** Words of a recipe whose lists have the items `b`. */
const namesOf = (...words: string[]) => ({ words: new Set(words), items: new Set(["b"]) });

describe("textChanges", () => {
  it("removes elements by name, empty and full ones", () => {
    const text = '<r><a x="1">t</a><b/><dc:c>u</dc:c><a/></r>';
    expect(
      textChanges(text, namesOf("a", "c", "b")).map(({ title, value }) => [title, value]),
    ).toEqual([
      ["<a> removed", "<r><b/><dc:c>u</dc:c></r>"],
      ["<dc:c> removed", '<r><a x="1">t</a><b/><a/></r>'],
    ]);
  });

  it("renames classes and the like", () => {
    const text = '<p class="post new" id="x"><i data-class="post">a</i><b class="new">b</b>';
    expect(textChanges(text, namesOf("new")).map(({ title, value }) => [title, value])).toEqual([
      [
        '"new" renamed',
        '<p class="post renamed-by-the-site" id="x"><i data-class="post">a</i><b class="renamed-by-the-site">b</b>',
      ],
    ]);
  });

  it("renames columns of CSV", () => {
    const changes = textChanges("date,rate,note\n1,2,3", namesOf("rate"));
    expect(changes.map(({ value }) => value)).toEqual(["date,renamed_by_the_site,note\n1,2,3"]);
    expect(textChanges("plain", namesOf("plain"))).toEqual([]);
  });
});
