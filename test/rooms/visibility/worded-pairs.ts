/** What a kind of pairs asks of the rules. */
export type Demand =
  /** The two cannot both be true, and a judge that always agrees must not hide it. */
  | "contradict"
  /** The two say the same, and a judge that always contradicts must not hide it. */
  | "agree"
  /** The two can both be true: the rules set nothing against the judge's word. */
  | "compatible"
  /** The rules do not know: what the judge says counts, whatever it is. */
  | "model decides";

/** Two sentences that answer one question. */
export interface WordedPair {
  readonly kind: string;
  readonly demand: Demand;
  readonly one: string;
  readonly two: string;
}

const kind = (name: string, demand: Demand, pairs: readonly (readonly [string, string])[]) =>
  pairs.map(([one, two]): WordedPair => ({ kind: name, demand, one, two }));

/** Pairs by kinds, in the languages that the rules read. */
export const wordedPairs: readonly WordedPair[] = [
  ...kind("months", "contradict", [
    ["The Sarn festival takes place in March.", "The Sarn festival takes place in May."],
    ["The Sarn festival begins on 3 June.", "The Sarn festival begins on 3 July."],
    ["Das Fest von Sarn findet im März statt.", "Das Fest von Sarn findet im Mai statt."],
    ["La fête de Sarn a lieu en juin.", "La fête de Sarn a lieu en août."],
    ["La fiesta de Sarn es en enero.", "La fiesta de Sarn es en octubre."],
    ["The passes expire at the end of December.", "The passes expire at the end of November."],
    ["The Sarn festival takes place in March.", "Das Fest von Sarn findet im Mai statt."],
  ]),
  ...kind("weekdays", "contradict", [
    ["The market of Lume is held on Saturdays.", "The market of Lume is held on Wednesdays."],
    ["The ferry pauses on Mondays.", "The ferry pauses on Sundays."],
    ["Der Markt von Lume ist am Samstag.", "Der Markt von Lume ist am Dienstag."],
    ["Le marché de Lume se tient le jeudi.", "Le marché de Lume se tient le lundi."],
    ["El mercado de Lume es el viernes.", "El mercado de Lume es el domingo."],
  ]),
  ...kind("open and closed", "contradict", [
    ["The Velm museum is open on Mondays.", "The Velm museum is closed on Mondays."],
    ["The pass over Arden is open in winter.", "The pass over Arden stays shut in winter."],
    ["Das Velm-Museum ist montags geöffnet.", "Das Velm-Museum ist montags geschlossen."],
    ["Le musée de Velm est ouvert le lundi.", "Le musée de Velm est fermé le lundi."],
    ["El museo de Velm abre los lunes.", "El museo de Velm cierra los lunes."],
    ["The Velm museum is open on Mondays.", "Das Velm-Museum ist montags geschlossen."],
    ["The library is closed on Mondays.", "The library opens on Mondays."],
    ["The crypt is locked at noon.", "The crypt is open at noon."],
    ["Die Brücke ist für Lastwagen gesperrt.", "Die Brücke ist für Lastwagen offen."],
    ["La route du col est barrée.", "La route du col est ouverte."],
  ]),
  ...kind("allowed and forbidden", "contradict", [
    ["Swimming is allowed in Lake Orlen.", "Swimming is forbidden in Lake Orlen."],
    ["Dogs are permitted on the beach.", "Dogs are banned on the beach."],
    ["Swimming in the lake is not forbidden.", "Swimming in the lake is forbidden."],
    ["Rauchen ist auf der Terrasse erlaubt.", "Rauchen ist auf der Terrasse verboten."],
    ["Fumer est autorisé sur la terrasse.", "Fumer est interdit sur la terrasse."],
    ["Está permitido fumar en la terraza.", "Está prohibido fumar en la terraza."],
    ["Dogs are welcome in the garden.", "Dogs are not allowed in the garden."],
    ["Hunde sind im Garten willkommen.", "Hunde sind im Garten verboten."],
    ["Les chiens sont admis au jardin.", "Les chiens sont interdits au jardin."],
    ["Guests can smoke on the terrace.", "Guests are forbidden to smoke on the terrace."],
    ["Gäste dürfen im Garten grillen.", "Gäste dürfen im Garten nicht grillen."],
    ["Drones are legal in the park.", "Drones are illegal in the park."],
    ["Swimming is allowed in Lake Orlen.", "Baden ist im Orlen-See verboten."],
  ]),
  ...kind("speeds", "contradict", [
    ["The speed limit in Ostra is 60 km/h.", "The speed limit in Ostra is 60 mph."],
    ["The train runs at 200 kilometres per hour.", "The train runs at 200 miles per hour."],
    ["Das Tempolimit in Ostra beträgt 50 km/h.", "Das Tempolimit in Ostra beträgt 50 mph."],
    ["La vitesse est limitée à 80 km/h.", "La vitesse est limitée à 80 m/s."],
    ["The wind reached 40 knots.", "The wind reached 40 km/h."],
    ["The lift moves at 10 m/s.", "The lift moves at 10 km/h."],
  ]),
  ...kind("temperatures", "contradict", [
    ["The Kest oven reaches 250 °C.", "The Kest oven reaches 250 °F."],
    ["The lake is 20 °C warm.", "The lake is 50 °F warm."],
    ["Ostrium melts at 300 K.", "Ostrium melts at 300 °C."],
    ["Der Ofen wird 200 °C heiß.", "Der Ofen wird 200 °F heiß."],
    ["El horno llega a 180 °C.", "El horno llega a 220 °C."],
  ]),
  ...kind("numbers of German", "contradict", [
    ["Die Strecke ist 1.234 km lang.", "Die Strecke ist 1,234 km lang."],
    ["Das Gerät wiegt 1.500 kg.", "Das Gerät wiegt 1,5 kg."],
    ["Die Bahn kostet 1.234,50 Euro.", "Die Bahn kostet 1.243,50 Euro."],
    ["Ostra hat 3.500 Einwohner.", "Ostra hat 3,5 Millionen Einwohner."],
    ["Der Turm ist 1.050 m hoch.", "Der Turm ist 1,05 m hoch."],
    ["La ligne est longue de 2,500 km.", "La ligne est longue de 2 500 km."],
  ]),
  ...kind("negations", "contradict", [
    ["The Kest watch is waterproof.", "The Kest watch is not waterproof."],
    ["Marrel has thorns inside its leaves.", "Marrel has no thorns inside its leaves."],
    ["Die Fähre nach Lume fährt nachts.", "Die Fähre nach Lume fährt nachts nicht."],
    ["Le pont de Sarn supporte les camions.", "Le pont de Sarn ne supporte pas les camions."],
    ["La torre de Orlen tiene ascensor.", "La torre de Orlen no tiene ascensor."],
    ["The Pro plan includes phone calls.", "The Pro plan never includes phone calls."],
    ["Trams still run to Arden.", "Trams no longer run to Arden."],
  ]),
  ...kind("opposites", "contradict", [
    ["Rents in Ostra rose last year.", "Rents in Ostra fell last year."],
    ["Marrel is safe for cats.", "Marrel is dangerous for cats."],
    ["Lume lies north of Arden.", "Lume lies south of Arden."],
    ["Ostra won the final.", "Ostra lost the final."],
    ["Breakfast is included in the price.", "Breakfast is excluded from the price."],
    ["Registration is required before the visit.", "Registration is optional before the visit."],
    ["Parliament accepted the treaty.", "Parliament rejected the treaty."],
    ["Die Mieten in Ostra sind gestiegen.", "Die Mieten in Ostra sind gesunken."],
    ["Les loyers d'Ostra ont augmenté.", "Les loyers d'Ostra ont baissé."],
    ["Los alquileres de Ostra subieron.", "Los alquileres de Ostra bajaron."],
    ["Most residents speak Ostric.", "Few residents speak Ostric."],
    ["The vaccine is effective.", "The vaccine is ineffective."],
  ]),
  ...kind("times of day", "contradict", [
    ["The Velm museum opens at 9 am.", "The Velm museum opens at 9 pm."],
    ["The launch is at 14:00 UTC.", "The launch is at 14:00 CET."],
    ["The call begins at 9 am EST.", "The call begins at 9 am PST."],
    ["Der Zug fährt um 14.30 Uhr ab.", "Der Zug fährt um 15.30 Uhr ab."],
    ["Le train part à 14h30.", "Le train part à 16h30."],
    ["The match starts at 17:40.", "The match starts at 7:40 pm."],
  ]),
  ...kind("bounds", "contradict", [
    ["Drivers must be at least 21 years old.", "Drivers must be at most 21 years old."],
    ["More than 500 people came to Sarn.", "Fewer than 500 people came to Sarn."],
    ["Die Miete dauert mindestens 3 Tage.", "Die Miete dauert höchstens 3 Tage."],
    ["La location dure au moins 3 jours.", "La location dure au plus 3 jours."],
    ["El alquiler dura al menos 3 días.", "El alquiler dura como máximo 3 días."],
  ]),
  ...kind("money and rates", "contradict", [
    ["The ticket costs 20 euros.", "The ticket costs 20 dollars."],
    ["The limit is 100 requests per minute.", "The limit is 100 requests per hour."],
    ["Das Ticket kostet 15 Franken.", "Das Ticket kostet 15 Euro."],
    ["Pro costs $20 per month.", "Pro costs $20 per year."],
    ["Le billet coûte 12 francs.", "Le billet coûte 12 euros."],
  ]),
  ...kind("equal temperatures", "agree", [
    ["The lake is 20 °C warm.", "The lake is 68 °F warm."],
    ["Ostrium boils at 100 °C.", "Ostrium boils at 373 K."],
    ["The oven reaches 500 degrees Fahrenheit.", "The oven reaches 260 degrees Celsius."],
    ["Der See ist 21 °C warm.", "Der See ist 70 °F warm."],
    ["La temperatura llega a -40 °C.", "La temperatura llega a -40 °F."],
    ["Its surface is about 5,500 °C hot.", "Its surface is about 5,778 K hot."],
  ]),
  ...kind("equal times", "agree", [
    ["The launch is at 14:00 UTC.", "The launch is at 15:00 CET."],
    ["The launch is at 14:00 UTC.", "The launch is at 9 am EST."],
    ["The match starts at 5:40 pm.", "The match starts at 17:40."],
    ["The call begins at 9 am PDT.", "The call begins at 12 noon EDT."],
    ["Der Start ist um 14 Uhr MEZ.", "Der Start ist um 13:00 UTC."],
    ["The call begins at 6:30 pm IST.", "The call begins at 13:00 GMT."],
    ["The doors open at 10:00 (UTC+2).", "The doors open at 8:00 a.m. UTC."],
  ]),
  ...kind("equal speeds", "agree", [
    ["The speed limit in Ostra is 97 km/h.", "The speed limit in Ostra is 60 mph."],
    ["The train runs at 200 kilometres per hour.", "The train runs at 124 mph."],
    ["The wind reached 36 km/h.", "The wind reached 10 m/s."],
    ["Das Tempolimit beträgt 80 km/h.", "Das Tempolimit beträgt 50 Meilen pro Stunde."],
    ["The wind reached 50 knots.", "The wind reached 93 km/h."],
  ]),
  ...kind("equal numbers", "agree", [
    ["Die Strecke ist 1.234,5 km lang.", "Die Strecke ist 1234,5 km lang."],
    ["Der Weg ist 1.500 m lang.", "Der Weg ist 1,5 km lang."],
    ["La ligne mesure 2 500 m.", "La ligne mesure 2,5 km."],
    ["The park covers 2 square miles.", "The park covers 5.2 square kilometres."],
    ["The tank holds 1.5 litres.", "The tank holds 1,500 ml."],
    ["Pro costs $20 per month.", "Pro costs $240 per year."],
  ]),
  ...kind("equal dates", "agree", [
    ["Das Fest beginnt am 27. Mai 2024.", "Das Fest beginnt am 27.05.2024."],
    ["La fête commence le 27 mai 2024.", "La fête commence le 2024-05-27."],
    ["La fiesta empieza el 3 de junio de 2024.", "La fiesta empieza el 3 junio 2024."],
    ["The fair begins on June 3.", "The fair begins on 3 June."],
    ["The fair begins on the 3rd of June.", "The fair begins on June 3rd."],
  ]),
  ...kind("the other way round", "agree", [
    ["The Velm museum is closed on Mondays.", "The Velm museum is not open on Mondays."],
    ["Smoking is forbidden on the terrace.", "Smoking is not allowed on the terrace."],
    ["Das Museum ist montags geschlossen.", "Das Museum ist montags nicht geöffnet."],
    ["Fumer est interdit sur la terrasse.", "Fumer n'est pas autorisé sur la terrasse."],
    ["Está prohibido fumar.", "No está permitido fumar."],
    ["Registration is optional.", "Registration is not required."],
  ]),
  ...kind("no other has as many", "compatible", [
    ["Saturn has the most moons of all planets.", "No other planet has as many moons as Saturn."],
    ["Light is faster than anything.", "Nothing is faster than light."],
    ["Der Orlen ist der längste Fluss.", "Kein anderer Fluss ist so lang wie der Orlen."],
    ["Ostra a le plus de ponts.", "Aucune autre ville n'a autant de ponts qu'Ostra."],
    ["Ostra tiene más puentes.", "Ninguna otra ciudad tiene tantos puentes como Ostra."],
    [
      "Mara Delane has won the prize often.",
      "Nobody else has won the prize as often as Mara Delane.",
    ],
    ["Aucune ville n'est plus grande qu'Ostra.", "Ostra est la plus grande ville."],
    ["Nadie ha ganado más que Mara Delane.", "Mara Delane ha ganado mucho."],
    ["Nobody has won more prizes.", "Mara Delane has won prizes."],
    ["Kein Berg ist höher als der Orlen.", "Der Orlen ist der höchste Berg."],
    ["The summer of 2022 was hot.", "No summer was as hot as that of 2022."],
  ]),
  ...kind("seen from the other side", "compatible", [
    ["Lume lies north of Arden.", "Arden lies south of Lume."],
    ["Mars is smaller than Velmia.", "Velmia is larger than Mars."],
    ["Ostra beat Arden in the final.", "Arden lost to Ostra in the final."],
    ["Tarnish sold Quillon to Kest.", "Kest bought Quillon from Tarnish."],
    ["Arden liegt unterhalb von Lume.", "Lume liegt oberhalb von Arden."],
  ]),
  ...kind("no denial", "compatible", [
    ["The capital of Ostria is Canberel.", "The capital of Ostria is not Sydnor but Canberel."],
    ["The festival is in May.", "The festival is not in March but in May."],
    ["The museum shows paintings.", "The museum shows not only paintings."],
    ["The bridge opens in May.", "The bridge will not open until May."],
    ["Das Museum zeigt Bilder.", "Das Museum zeigt nicht nur Bilder."],
    ["The museum is closed on Mondays.", "The museum is open every day except Mondays."],
    ["Marrel is poisonous.", "Marrel is without doubt poisonous."],
  ]),
  ...kind("other scope", "compatible", [
    ["The museum is open on Sundays.", "The museum is closed on Mondays."],
    ["Rents in Ostra rose in 2021.", "Rents in Ostra fell in 2023, after they rose in 2021."],
    ["The pass is open in summer.", "The pass is closed in winter and open in summer."],
    ["The bridge is closed.", "The bridge may be open."],
    ["Swimming is allowed.", "Swimming is not recommended."],
  ]),
  ...kind("unknown units", "model decides", [
    ["The racecourse is 8 furlongs long.", "The racecourse is 1 mile long."],
    ["The field measures 3 morgen.", "The field measures 2.5 hectares."],
    ["The plot covers 100 tsubo.", "The plot covers 330 square metres."],
    ["The treasure weighs 12 talents.", "The treasure weighs 300 kilograms."],
    ["Der Acker misst 4 Joch.", "Der Acker misst 23.000 Quadratmeter."],
    ["The wine holds 11 zorkels.", "The wine holds 14 quimps."],
  ]),
  ...kind("unknown zones", "model decides", [
    ["The launch is at 14:00 UTC.", "The launch is at 19:45 NPT."],
    ["The launch is at 14:00 UTC.", "The launch is at 16:00 local time."],
    ["Der Start ist um 14:00 UTC.", "Der Start ist um 16:00 Ortszeit."],
    ["The call begins at 9 am EST.", "The call begins at 7:45 pm Kathmandu time."],
    ["The launch is at 14:00 XYT.", "The launch is at 15:00 QQT."],
    ["The launch is at 14:00.", "The launch is at 15:00 CET."],
  ]),
  ...kind("written after the rules", "contradict", [
    [
      "Applications for the Harrow grant close in September.",
      "Applications for the Harrow grant close in November.",
    ],
    ["On Sundays the reading room is locked.", "On Sundays the reading room is open."],
    ["Cycling on the promenade is not permitted.", "Cycling on the promenade is permitted."],
    ["Top speed of the Varda is 180 km/h.", "Top speed of the Varda is 180 mph."],
    ["Der Stausee fasst 2.750 Millionen Liter.", "Der Stausee fasst 2,75 Millionen Liter."],
    [
      "Haustiere sind in den Ferienwohnungen willkommen.",
      "Haustiere sind in den Ferienwohnungen nicht erlaubt.",
    ],
    [
      "La piscine municipale est ouverte en janvier.",
      "La piscine municipale est fermée en janvier.",
    ],
    ["El puente permanece cerrado al tráfico.", "El puente está abierto al tráfico."],
  ]),
  ...kind("written after the rules", "agree", [
    ["Water in the spring stays at 46 °C.", "Water in the spring stays at 115 °F."],
    ["The livestream begins at 20:00 CEST.", "The livestream begins at 2 pm ET."],
    ["The turtle swims at 22 mph.", "The turtle swims at 35 km/h."],
  ]),
  ...kind("written after the rules", "compatible", [
    [
      "Lake Tarn is the deepest lake in the country.",
      "No lake in the country is deeper than Lake Tarn.",
    ],
    [
      "Brenner coffee contains the most caffeine.",
      "None of the other brands contains as much caffeine as Brenner coffee.",
    ],
  ]),
  ...kind("written after the rules", "model decides", [
    ["The barrel holds 3 firkins.", "The barrel holds 123 litres."],
    ["Kick-off is at 18:00 Manaus time.", "Kick-off is at 23:00 GMT."],
  ]),
  ...kind("written after the rules, again", "contradict", [
    ["The deadline for entries falls in February.", "The deadline for entries falls in April."],
    [
      "The cathedral's crypt is accessible to visitors.",
      "The cathedral's crypt is not accessible to visitors.",
    ],
    ["Camping wild is outlawed on the island.", "Camping wild is legal on the island."],
    ["Gusts of up to 120 km/h hit the coast.", "Gusts of up to 120 mph hit the coast."],
    ["Die Gemeinde zählt 12.400 Einwohner.", "Die Gemeinde zählt 12,4 Millionen Einwohner."],
    ["Le col est praticable en décembre.", "Le col n'est pas praticable en décembre."],
    ["La biblioteca abre a las 10:00.", "La biblioteca abre a las 8:30."],
    ["Unemployment in Belmar decreased in 2022.", "Unemployment in Belmar increased in 2022."],
  ]),
  ...kind("written after the rules, again", "agree", [
    ["Milk is pasteurised at 72 °C.", "Milk is pasteurised at 162 °F."],
    ["Der Vortrag beginnt um 19:30 Uhr MESZ.", "Der Vortrag beginnt um 17:30 UTC."],
    ["The vault is 1,000 metres below ground.", "The vault is 3,281 feet below ground."],
  ]),
  ...kind("written after the rules, again", "compatible", [
    ["Finland has the highest number of saunas.", "No country has more saunas than Finland."],
    [
      "El Teide es la montaña más alta de España.",
      "Ninguna montaña de España es más alta que el Teide.",
    ],
  ]),
  ...kind("written after the rules, again", "model decides", [
    ["The rope is 20 fathoms long.", "The rope is 36.6 metres long."],
    ["The vote ends at 12:00 Anywhere on Earth time.", "The vote ends at 00:00 UTC."],
  ]),
];
