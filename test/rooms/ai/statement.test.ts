import { Statement } from "dragline/ai";
import { describe, expect, it } from "vitest";

const compare = (one: string, two: string): string =>
  new Statement(one).compare(new Statement(two));

describe("Statement", () => {
  it.each([
    ["The tower is 330 metres tall.", "The tower is 330 m tall, by the city's word."],
    ["The bridge opened on May 27, 1937.", "The bridge opened on 27 May 1937."],
    ["The bridge opened on 1937-05-27.", "The bridge was opened on May 27th, 1937."],
    ["The city has about 3.7 million people.", "The city has 3,677,472 people."],
    ["The city has 3,677,472 people.", "The city has about 3.7 million people."],
    ["The run is 10 km long.", "The run is 6.2 miles long."],
    ["The parcel weighs 500 grams.", "The parcel weighs 0.5 kg."],
    ["The plan costs $20 per month.", "The plan costs 20 dollars a month."],
    ["Moss has no roots.", "Moss has no roots, but rhizoids."],
  ])("finds '%s' in '%s'", (one, two) => {
    expect(compare(one, two)).toBe("same");
  });

  it.each([
    ["The tower is 330 metres tall.", "The tower is 324 metres tall."],
    ["The tower is 330 metres tall.", "The tower is 1,063 feet tall."],
    ["The bridge opened on May 27, 1937.", "The bridge opened on May 28, 1937."],
    ["The bridge opened in 1937.", "The bridge opened in 1933."],
    ["The plan costs $20 per month.", "The plan costs $25 per month."],
    ["The rate is 3.5 %.", "The rate is 5.3 %."],
    ["Moss has roots.", "Moss has no roots."],
    ["Moss does not have roots.", "Moss has roots."],
    ["The museum opens on Mondays.", "The museum never opens on Mondays."],
    ["Das Museum hat montags nicht geöffnet.", "Das Museum hat montags geöffnet."],
  ])("sets '%s' against '%s'", (one, two) => {
    expect(compare(one, two)).toBe("opposed");
  });

  it.each([
    ["The company was bought by Google.", "The company was bought by Microsoft."],
    ["Berlin is the capital.", "Die Hauptstadt ist Berlin."],
    ["The tower has 5 floors.", "The tower was painted by 12 men."],
    ["", "Moss grows."],
    ["12", "13"],
  ])("leaves '%s' and '%s' open", (one, two) => {
    expect(compare(one, two)).toBe("open");
  });
});
