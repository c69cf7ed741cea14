import type { Language } from "./locale.ts";
import type { Random } from "./random.ts";

/** Openings, middles and ends of sentences, which go together as they come. */
const clauses: Readonly<Record<Language, readonly [string, string, string]>> = {
  en: [
    "Our team|Everyone who visits|The new edition|This small workshop|A good friend of ours|The whole street|One of our readers|The old building|Nobody in the office|The first version",
    "has been working quietly|takes a closer look|comes with a lot of care|was planned with patience|brings back old memories|keeps getting better|stands for honest work|makes room for new ideas|surprised us more than once",
    "since the early days.|when the weather allows it.|without asking for much.|in every season of the year.|and it shows in the details.|so that nothing gets lost.|for people who like to take their time.",
  ],
  de: [
    "Unser Team|Wer uns besucht|Die neue Ausgabe|Diese kleine Werkstatt|Ein guter Freund|Die ganze Straße|Das alte Gebäude|Niemand im Büro|Der erste Entwurf",
    "arbeitet in aller Ruhe daran|schaut gerne genauer hin|bringt viel Sorgfalt mit|wird von Jahr zu Jahr besser|steht für ehrliche Arbeit|lässt Raum für neue Ideen|hat uns mehr als einmal überrascht",
    "und das seit vielen Jahren.|wenn das Wetter es erlaubt.|ohne viel zu verlangen.|zu jeder Jahreszeit.|und das sieht man im Detail.|damit nichts verloren geht.",
  ],
  fr: [
    "Notre équipe|Chaque visiteur|La nouvelle édition|Ce petit atelier|Un bon ami|Toute la rue|Le vieux bâtiment|Personne au bureau|La première version",
    "travaille en toute tranquillité|regarde les choses de plus près|apporte beaucoup de soin|rappelle de vieux souvenirs|devient meilleur chaque année|laisse de la place aux idées|nous a surpris plus d'une fois",
    "depuis de longues années.|quand le temps le permet.|sans demander grand-chose.|en toute saison.|et cela se voit dans les détails.|pour que rien ne se perde.",
  ],
  es: [
    "Nuestro equipo|Quien nos visita|La nueva edición|Este pequeño taller|Un buen amigo|Toda la calle|El viejo edificio|Nadie en la oficina|La primera versión",
    "trabaja con tranquilidad|mira las cosas de cerca|trae mucho cuidado|despierta viejos recuerdos|mejora cada temporada|deja espacio a las ideas|nos ha sorprendido más de una vez",
    "desde hace muchos años.|cuando el tiempo lo permite.|sin pedir demasiado.|en todas las estaciones.|y se nota en los detalles.|para que nada se pierda.",
  ],
  ja: [
    "私たちのチームは|訪れる人は皆|新しい版は|この小さな工房は|古い建物は|最初の試作は|近所の人たちは",
    "静かに作業を続け|細かいところまで気を配り|昔の思い出を大切にし|毎年少しずつ良くなり|新しい考えを受け入れ",
    "今日まで続いています。|季節ごとに表情を変えます。|多くの人に愛されています。|その違いが細部に表れます。|何も失わないようにしています。",
  ],
};

/** A sentence that means little and reads well. */
export function sentence(random: Random, language: Language): string {
  const between = language === "ja" ? "" : " ";
  return clauses[language].map((part) => random.pick(part.split("|"))).join(between);
}

/** A paragraph of that many sentences. */
export function paragraph(random: Random, language: Language, sentences: number): string {
  return random
    .times(sentences, () => sentence(random, language))
    .join(language === "ja" ? "" : " ");
}
