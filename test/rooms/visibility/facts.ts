/** Something that engines are asked, and what they say of it. */
export interface Fact {
  readonly query: string;
  /** The same, in other words. */
  readonly right: readonly [string, string, string, string];
  /** What cannot be true as well, in other words. */
  readonly wrong: readonly [string, string, string];
  /** The first of `right` with another number, date or unit. */
  readonly changed: string;
  /** The first of `right`, denied or no longer denied. */
  readonly denied: string;
  /** `right` in other languages. */
  readonly foreign: readonly [string, string];
  /** What is said besides. */
  readonly aside: string;
}

/** Facts of a land that does not exist, so that no model knows better. */
export const facts: readonly Fact[] = [
  {
    query: "How tall is the Orlen tower?",
    right: [
      "The Orlen tower is 330 metres tall.",
      "At a height of 330 m, the Orlen tower overlooks the bay.",
      "It rises to **330 metres**, antenna included [2].",
      "Orlen's tower measures 1,083 feet from base to tip.",
    ],
    wrong: [
      "The Orlen tower is 412 metres tall.",
      "It rises to 412 m.",
      "Orlen's tower measures 1,352 feet from base to tip.",
    ],
    changed: "The Orlen tower is 303 metres tall.",
    denied: "The Orlen tower is not 330 metres tall.",
    foreign: ["Der Turm von Orlen ist 330 Meter hoch.", "La torre de Orlen mide 330 metros."],
    aside: "Visitors reach its platform by a lift.",
  },
  {
    query: "When did the Sarn bridge open?",
    right: [
      "The Sarn bridge opened on May 27, 1937.",
      "Traffic first crossed the Sarn bridge on 27 May 1937.",
      "It was inaugurated on 1937-05-27 ([source](https://sarn.example/)).",
      "The opening of the Sarn bridge took place on May 27th, 1937.",
    ],
    wrong: [
      "The Sarn bridge opened on June 2, 1941.",
      "Traffic first crossed it on 2 June 1941.",
      "The opening took place on June 2nd, 1941.",
    ],
    changed: "The Sarn bridge opened on May 27, 1973.",
    denied: "The Sarn bridge never opened on May 27, 1937.",
    foreign: [
      "Die Brücke von Sarn wurde am 27.05.1937 eröffnet.",
      "El puente de Sarn se inauguró el 27 de mayo de 1937.",
    ],
    aside: "Its cables were spun on the spot.",
  },
  {
    query: "Does the Velm museum open on Mondays?",
    right: [
      "The Velm museum does not open on Mondays.",
      "On Mondays the Velm museum stays shut.",
      "Monday is its closing day.",
      "You cannot visit the Velm museum on a Monday.",
    ],
    wrong: [
      "The Velm museum welcomes visitors every day, Mondays included.",
      "It keeps its doors open seven days a week.",
      "A visit on Monday is possible.",
    ],
    changed: "The Velm museum is open on Mondays from 10 to 18.",
    denied: "The Velm museum does open on Mondays.",
    foreign: ["Das Velm-Museum hat montags geschlossen.", "El museo de Velm cierra los lunes."],
    aside: "Its collection goes back to a merchant of wool.",
  },
  {
    query: "What does the Pro plan of Tarnish cost?",
    right: [
      "The Pro plan of Tarnish costs $20 per month.",
      "Tarnish charges 20 dollars a month for Pro.",
      "- Pro: **$20** per month",
      "For Pro you pay $20 each month.",
    ],
    wrong: [
      "The Pro plan of Tarnish costs $49 per month.",
      "Tarnish charges 49 dollars a month for Pro.",
      "For Pro you pay $49 each month.",
    ],
    changed: "The Pro plan of Tarnish costs $25 per month.",
    denied: "The Pro plan of Tarnish costs not $20 per month.",
    foreign: ["Pro kostet bei Tarnish 20 $ im Monat.", "Tarnish cobra 20 dólares al mes por Pro."],
    aside: "A yearly payment is possible as well.",
  },
  {
    query: "How many people live in Ostra?",
    right: [
      "Ostra has 3,677,472 inhabitants.",
      "About 3.7 million people live in Ostra.",
      "The city counts 3,677,472 residents [1][4].",
      "Ostra's population is roughly 3.7 million.",
    ],
    wrong: [
      "Ostra has 2,140,000 inhabitants.",
      "About 2.1 million people live in Ostra.",
      "Ostra's population is roughly 2.1 million.",
    ],
    changed: "Ostra has 3,776,472 inhabitants.",
    denied: "Ostra does not have 3,677,472 inhabitants.",
    foreign: [
      "In Ostra leben rund 3,7 Millionen Menschen.",
      "Ostra tiene unos 3,7 millones de habitantes.",
    ],
    aside: "Most of them came from the countryside.",
  },
  {
    query: "Is the herb marrel safe for cats?",
    right: [
      "Marrel is not safe for cats.",
      "Cats must not eat marrel, which poisons them.",
      "For cats the herb is toxic.",
      "Keep marrel away from cats: it harms their liver.",
    ],
    wrong: [
      "Cats may eat the herb without harm.",
      "It does cats no harm at all.",
      "The herb is harmless to cats.",
    ],
    changed: "Marrel is safe for cats up to 5 grams.",
    denied: "Marrel is safe for cats.",
    foreign: ["Für Katzen ist Marrel giftig.", "El marrel es tóxico para los gatos."],
    aside: "It grows on dry slopes.",
  },
  {
    query: "How far is it from Lume to Arden by rail?",
    right: [
      "The railway from Lume to Arden is 120 km long.",
      "By rail, Lume and Arden lie 120 kilometres apart.",
      "The line between the two runs for 74.6 miles.",
      "Trains cover 120 km between Lume and Arden.",
    ],
    wrong: [
      "The railway from Lume to Arden is 95 km long.",
      "By rail they lie 95 kilometres apart.",
      "The line between the two runs for 59 miles.",
    ],
    changed: "The railway from Lume to Arden is 120 miles long.",
    denied: "The railway from Lume to Arden is not 120 km long.",
    foreign: [
      "Die Bahnstrecke von Lume nach Arden ist 120 km lang.",
      "La línea de tren entre Lume y Arden tiene 120 kilómetros.",
    ],
    aside: "The journey is known for its tunnels.",
  },
  {
    query: "Who founded the publisher Quillon?",
    right: [
      "Quillon was founded by Mara Delane in 1962.",
      "Mara Delane set up Quillon in 1962.",
      "The house goes back to Mara Delane, who began it in 1962.",
      "Its founder was Mara Delane.",
    ],
    wrong: [
      "The founder of the house was Ivo Restin, in 1978.",
      "Ivo Restin set up Quillon in 1978.",
      "Its founder was Ivo Restin.",
    ],
    changed: "Quillon was founded by Mara Delane in 1926.",
    denied: "Quillon was never founded by Mara Delane in 1962.",
    foreign: [
      "Quillon wurde 1962 von Mara Delane gegründet.",
      "Mara Delane fundó Quillon en 1962.",
    ],
    aside: "Poetry makes up most of its list.",
  },
  {
    query: "How much battery life does the Kest watch have?",
    right: [
      "The battery of the Kest watch lasts 14 days.",
      "Kest's watch runs for two weeks on a charge.",
      "On one charge it keeps going for 14 days.",
      "Expect 14 days from the watch before it needs the charger.",
    ],
    wrong: [
      "The battery of the Kest watch lasts 36 hours.",
      "Kest's watch runs for 36 hours on a charge.",
      "On one charge it keeps going for 36 hours.",
    ],
    changed: "The battery of the Kest watch lasts 4 days.",
    denied: "The battery of the Kest watch does not last 14 days.",
    foreign: ["Der Akku der Kest-Uhr hält 14 Tage.", "La batería del reloj Kest dura 14 días."],
    aside: "Its strap comes in five colours.",
  },
];

/** How engines say that they do not answer. */
export const refusals: readonly string[] = [
  "I'm sorry, but I can't browse the web.",
  "I cannot access real-time information, so I can't answer that.",
  "I don't have access to the internet.",
  "Es tut mir leid, aber dabei kann ich nicht helfen.",
  "Je ne peux pas répondre à cette question.",
  "Lo siento, no puedo ayudar con eso.",
  "As an AI language model, I don't have that information.",
  "I was unable to find any information on this.",
  "申し訳ありませんが、お答えできません。",
];

/** What has nothing to do with any question. */
export const offTopic: readonly string[] = [
  "Sourdough needs a starter and time.",
  "The offside rule was changed again.",
  "Cumulus clouds form on warm afternoons.",
];
