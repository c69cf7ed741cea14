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
    ["The lake is 20 °C warm.", "The lake is 68 °F warm."],
    ["The call begins at 9 am EST.", "The call begins at 14:00 UTC."],
    ["The limit is 97 km/h.", "The limit is 60 mph."],
    ["Der Weg ist 1.500 m lang.", "Der Weg ist 1,5 km lang."],
    ["Dogs are forbidden in the garden.", "Dogs are not allowed in the garden."],
    ["The launch was moved to 23:30 on 3 May.", "The launch was moved to 11:30 pm on May 3rd."],
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
    ["The fair is held in March.", "The fair is held in May."],
    ["The vaccine is effective.", "The vaccine is ineffective."],
    ["The limit is 60 km/h.", "The limit is 60 mph."],
    ["Drivers are at least 21 years old.", "Drivers are at most 21 years old."],
    ["It is not true that moss has roots.", "Moss has roots."],
    ["Le col est ouvert.", "Le col est fermé à cause de la neige."],
  ])("sets '%s' against '%s'", (one, two) => {
    expect(compare(one, two)).toBe("opposed");
  });

  it.each([
    ["The company was bought by Google.", "The company was bought by Microsoft."],
    ["Berlin is the capital.", "Die Hauptstadt ist Berlin."],
    ["The tower has 5 floors.", "The tower was painted by 12 men."],
    ["The course is 8 furlongs long.", "The course is 1 mile long."],
    ["The launch is at 14:00 UTC.", "The launch is at 19:45 NPT."],
    ["Saturn has the most moons of all planets.", "No other planet has as many moons as Saturn."],
    ["The price rose from 10 to 20 euros.", "The price rose from 20 to 10 euros."],
    ["The bill passed by 52 votes to 48.", "The bill passed by 48 votes to 52."],
    ["All users prefer tea.", "Some users prefer tea."],
    ["Is the tower 330 m tall?", "The tower is 324 m tall."],
    ["The ferry sails in summer.", "The ferry sails in summer if the lake is calm."],
    ["The bridge is open.", "The bridge is said to be open or closed."],
    ["", "Moss grows."],
    ["12", "13"],
  ])("leaves '%s' and '%s' open", (one, two) => {
    expect(compare(one, two)).toBe("open");
  });

  it.each([
    ["numbers", "1 "],
    ["times", "9:30 "],
    ["negations", "not "],
    ["dates", "3 May "],
    ["opposites", "not open or closed "],
    ["unfinished units", "20 degrees "],
    ["prefixes", "unineffective "],
  ])("compares hostile %s in time", (_, part) => {
    const sentence = part.repeat(600 / part.length);
    const began = performance.now();
    for (let run = 0; run < 10; run += 1) compare(sentence, sentence + run);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
