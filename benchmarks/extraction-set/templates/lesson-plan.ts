import { escapeHtml } from "../escape-html.ts";
import { locales, type Words } from "../locale.ts";
import { slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";

const days: Words = {
  en: "Monday|Tuesday|Wednesday|Thursday|Friday",
  de: "Montag|Dienstag|Mittwoch|Donnerstag|Freitag",
  fr: "Lundi|Mardi|Mercredi|Jeudi|Vendredi",
  es: "Lunes|Martes|Miércoles|Jueves|Viernes",
  ja: "月曜日|火曜日|水曜日|木曜日|金曜日",
};
const subjects: Words = {
  en: "Algebra|Botany|Choir|Economics|Geometry|History of Art|Latin|Mechanics|Pottery|Statistics",
  de: "Algebra|Botanik|Chor|Wirtschaftslehre|Geometrie|Kunstgeschichte|Latein|Mechanik|Töpfern|Statistik",
  fr: "Algèbre|Botanique|Chorale|Économie|Géométrie|Histoire de l'art|Latin|Mécanique|Poterie|Statistique",
  es: "Álgebra|Botánica|Coro|Economía|Geometría|Historia del arte|Latín|Mecánica|Cerámica|Estadística",
  ja: "代数|植物学|合唱|経済学|幾何|美術史|ラテン語|力学|陶芸|統計",
};
const houses: Words = {
  en: "Main House|North Wing|Library|Annexe",
  de: "Haupthaus|Nordflügel|Bibliothek|Anbau",
  fr: "Bâtiment principal|Aile nord|Bibliothèque|Annexe",
  es: "Edificio central|Ala norte|Biblioteca|Anexo",
  ja: "本館|北館|図書館|別館",
};
const labels = {
  plan: {
    en: "Timetable",
    de: "Stundenplan",
    fr: "Emploi du temps",
    es: "Horario de clases",
    ja: "時間割",
  },
  class: { en: "Class|Group", de: "Klasse|Gruppe", fr: "Classe", es: "Grupo", ja: "組" },
  valid: {
    en: "Valid from",
    de: "Gültig ab",
    fr: "Valable à partir du",
    es: "Válido desde",
    ja: "適用開始",
  },
  day: { en: "Day", de: "Tag", fr: "Jour", es: "Día", ja: "曜日" },
  time: { en: "Time", de: "Zeit", fr: "Horaire", es: "Hora", ja: "時間" },
  from: { en: "Start|Begins", de: "Beginn|Anfang", fr: "Début", es: "Inicio", ja: "開始" },
  to: { en: "End|Ends", de: "Ende", fr: "Fin", es: "Fin", ja: "終了" },
  subject: { en: "Subject|Course", de: "Fach|Kurs", fr: "Matière", es: "Asignatura", ja: "科目" },
  teacher: {
    en: "Teacher|Lecturer",
    de: "Lehrkraft|Dozent",
    fr: "Enseignant",
    es: "Profesor",
    ja: "教員",
  },
  place: { en: "Place|Location", de: "Ort", fr: "Lieu", es: "Lugar", ja: "場所" },
  house: { en: "Building", de: "Gebäude", fr: "Bâtiment", es: "Edificio", ja: "建物" },
  room: { en: "Room", de: "Raum", fr: "Salle", es: "Aula", ja: "教室" },
  cancelled: { en: "cancelled", de: "entfällt", fr: "annulé", es: "cancelado", ja: "休講" },
  pause: { en: "Lunch break", de: "Mittagspause", fr: "Pause", es: "Descanso", ja: "昼休み" },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    class: { type: "string" },
    valid_from: { type: "string", format: "date" },
    lessons: {
      type: "array",
      items: {
        type: "object",
        properties: {
          day: { type: "string", description: "The day of the week" },
          start: { type: "string", description: "HH:MM" },
          end: { type: "string", description: "HH:MM" },
          subject: { type: "string" },
          teacher: { type: "string" },
          building: { type: "string" },
          room: { type: "string" },
        },
        required: ["day", "start", "subject"],
      },
    },
  },
  required: ["lessons"],
};

interface Lesson {
  readonly [name: string]: string | undefined;
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly subject: string;
  readonly teacher: string | undefined;
  readonly building: string | undefined;
  readonly room: string | undefined;
}

const HOURS = [8, 9, 10, 11, 13, 14, 15, 16];

function lessonsOf(page: Page, day: string): Lesson[] {
  const { random, language } = page;
  const hours = random.sample(HOURS, random.whole(1, 5)).toSorted((a, b) => a - b);
  return hours.map((hour) => {
    const isHeld = random.chance(0.9);
    const whole = String(hour).padStart(2, "0");
    const quarter = random.pick(["00", "05", "15"]);
    const [teacher, building] = [page.person(), random.pick(houses[language].split("|"))];
    const room = `${random.pick(["A", "B", "C"])}${random.whole(101, 420)}`;
    const where = isHeld ? { teacher, building, room } : {};
    const told = { teacher: undefined, building: undefined, room: undefined, ...where };
    const subject = random.pick(subjects[language].split("|"));
    return { day, start: `${whole}:${quarter}`, end: `${whole}:50`, subject, ...told };
  });
}

function content(page: Page) {
  const { random, language } = page;
  const named = days[language].split("|").filter(() => random.chance(0.85));
  const used = named.length < 2 ? days[language].split("|") : named;
  return {
    class: `${random.whole(5, 12)}${random.pick(["a", "b", "c"])}`,
    valid_from: page.maybe(0.8, () => page.day(2025, 2026)),
    lessons: used.flatMap((day) => lessonsOf(page, day)),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const name = values.class;
  return {
    path: `/plans/${slug(name)}-${page.random.whole(100, 999)}`,
    title: `${page.site.word(labels.plan)} ${name}`,
    crumbs: [page.site.word(labels.plan), name],
    values,
    type: "Course",
    linked: {
      "@type": "Course",
      name,
      hasCourseInstance: values.lessons.map((each) => ({
        "@type": "CourseInstance",
        name: each.subject,
        instructor: each.teacher && { "@type": "Person", name: each.teacher },
        courseSchedule: {
          "@type": "Schedule",
          byDay: each.day,
          startTime: each.start,
          endTime: each.end,
        },
        location: each.room && { "@type": "Place", name: `${each.building} ${each.room}` },
      })),
    },
    teasers: page.random.times(4, () => ({
      title: `${page.site.word(labels.plan)} ${page.random.whole(5, 12)}d`,
      note: page.date(page.day(2025, 2026)),
    })),
    blocks: [head(page, values), plan(page, values), `<p>${escapeHtml(page.paragraph(2))}</p>`],
  };
}

function head(page: Page, { class: name, valid_from: from }: Content): string {
  const facts = page.facts([
    page.fact(labels.class, name),
    page.fact(labels.valid, from && page.date(from)),
  ]);
  return `<h1${page.css("title")}>${page.word(labels.plan)}</h1>${facts}`;
}

const looks = ["spans", "groups", "day-rows", "day-tables", "bodies"] as const;

/** A table whose days span rows, with groups of columns, with rows or tables for days. */
function plan(page: Page, { lessons }: Content): string {
  const look = page.site.alternate("plan", looks);
  const byDay = [...Map.groupBy(lessons, ({ day }) => day)];
  const columns = { hasDay: look === "spans" || look === "groups" || look === "bodies" };
  const width = columns.hasDay ? 7 : 6;
  const open = `<table${page.css("plan")}>`;
  const heads = look === "groups" ? groupedHeads(page) : plainHeads(page, columns.hasDay);
  if (look === "day-tables") {
    return byDay
      .map(
        ([day, own]) =>
          `<h3${page.css("plan-day")}>${escapeHtml(day)}</h3>${open}<thead>${heads}</thead><tbody>${rows(page, own, "").join("\n")}</tbody></table>`,
      )
      .join("\n");
  }
  const bodies = byDay.map(([day, own]) => {
    if (look === "day-rows") {
      const row = `<tr${page.css("plan-day")}><th colspan="${width}">${escapeHtml(day)}</th></tr>`;
      return [row, ...rows(page, own, "")].join("\n");
    }
    const scope = look === "bodies" ? ["th", ' scope="rowgroup"'] : ["td", ""];
    const pause = own.length > 2 && page.random.chance(0.4) ? pauseRow(page, width - 1) : "";
    const span = own.length + (pause === "" ? 0 : 1);
    const cell = `<${scope[0]}${scope[1]} rowspan="${span}"${page.css("plan-day")}>${escapeHtml(day)}</${scope[0]}>`;
    const [first = "", ...others] = rows(page, own, cell);
    return [first, pause, ...others].join("\n");
  });
  const parted =
    look === "bodies"
      ? bodies.map((body) => `<tbody>${body}</tbody>`)
      : ["<tbody>", ...bodies, "</tbody>"];
  return `${open}<thead>${heads}</thead>${parted.join("\n")}</table>`;
}

function plainHeads(page: Page, hasDay: boolean): string {
  const { day, from, to, subject, teacher, house, room } = labels;
  const own = hasDay
    ? [day, from, to, subject, teacher, house, room]
    : [from, to, subject, teacher, house, room];
  return `<tr>${own.map((words) => `<th>${page.word(words)}</th>`).join("")}</tr>`;
}

/** Heads over two rows: times and places have two columns each. */
function groupedHeads(page: Page): string {
  const tall = (words: Words): string => `<th rowspan="2">${page.word(words)}</th>`;
  const wide = (words: Words): string => `<th colspan="2">${page.word(words)}</th>`;
  const { day, time, subject, teacher, place, from, to, house, room } = labels;
  const above = [tall(day), wide(time), tall(subject), tall(teacher), wide(place)];
  const below = [from, to, house, room].map((words) => `<th>${page.word(words)}</th>`);
  return `<tr>${above.join("")}</tr><tr>${below.join("")}</tr>`;
}

function rows(page: Page, lessons: readonly Lesson[], day: string): string[] {
  return lessons.map((each, at) => {
    const where =
      each.teacher === undefined
        ? `<td colspan="3"${page.css("cancelled")}>${page.word(labels.cancelled)}</td>`
        : [each.teacher, each.building ?? "", each.room ?? ""]
            .map((text) => `<td>${escapeHtml(text)}</td>`)
            .join("");
    return `<tr${page.css("lesson")}>${at === 0 ? day : ""}<td>${each.start}</td><td>${each.end}</td><td>${escapeHtml(each.subject)}</td>${where}</tr>`;
  });
}

function pauseRow(page: Page, width: number): string {
  return `<tr${page.css("pause")}><td colspan="${width}">${page.word(labels.pause)} 12:00–13:00</td></tr>`;
}

/** When a class has what lessons. */
export const lessonPlan: PageTemplate = {
  name: "lesson-plan",
  schema,
  held: false,
  countries: [locales.de, locales.gb, locales.us, locales.fr, locales.es],
  carriers: ["next-data", "json-ld", "next-data", "json-ld-graph", "next-data"],
  draw,
};
