import { escapeHtml } from "../escape-html.ts";
import { formatNumber, locales, type Words } from "../locale.ts";
import { slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";

const dishes: Words = {
  en: "Lemon Drizzle Cake|Slow-Roast Lamb|Tomato Soup|Mushroom Risotto|Blueberry Pancakes",
  de: "Zitronenkuchen|Rinderrouladen|Tomatensuppe|Pilzrisotto|Heidelbeerpfannkuchen",
  fr: "Cake au citron|Gigot d'agneau|Soupe de tomates|Risotto aux champignons|Crêpes aux myrtilles",
  es: "Bizcocho de limón|Cordero asado|Sopa de tomate|Arroz con setas|Tortitas de arándanos",
  ja: "レモンケーキ|ローストラム|トマトスープ|きのこリゾット|ブルーベリーパンケーキ",
};
const foods: Words = {
  en: "200 g plain flour|2 large eggs|1 tsp baking powder|3 tbsp olive oil|150 ml milk|1 pinch of salt|2 cloves garlic, crushed|1 lemon, zest and juice|400 g tomatoes|½ bunch parsley|100 g butter, softened|1 onion, finely chopped",
  de: "200 g Mehl|2 Eier (Größe L)|1 TL Backpulver|3 EL Olivenöl|150 ml Milch|1 Prise Salz|2 Zehen Knoblauch, zerdrückt|1 Zitrone (Saft und Schale)|400 g Tomaten|½ Bund Petersilie|100 g weiche Butter|1 Zwiebel, fein gehackt",
  fr: "200 g de farine|2 gros œufs|1 c. à c. de levure|3 c. à s. d'huile d'olive|15 cl de lait|1 pincée de sel|2 gousses d'ail écrasées|1 citron (zeste et jus)|400 g de tomates|½ botte de persil|100 g de beurre mou|1 oignon émincé",
  es: "200 g de harina|2 huevos grandes|1 cucharadita de levadura|3 cucharadas de aceite de oliva|150 ml de leche|1 pizca de sal|2 dientes de ajo picados|1 limón (ralladura y zumo)|400 g de tomates|½ manojo de perejil|100 g de mantequilla|1 cebolla picada",
  ja: "薄力粉 200g|卵 2個|ベーキングパウダー 小さじ1|オリーブオイル 大さじ3|牛乳 150ml|塩 少々|にんにく 2片|レモン 1個|トマト 400g|バター 100g",
};

const labels = {
  author: {
    en: "By|Recipe by",
    de: "Von|Rezept von",
    fr: "Par|Recette de",
    es: "Por|Receta de",
    ja: "作者",
  },
  prep: {
    en: "Prep time",
    de: "Vorbereitungszeit|Vorbereitung",
    fr: "Temps de préparation|Préparation",
    es: "Tiempo de preparación|Preparación",
    ja: "準備時間",
  },
  cook: {
    en: "Cook time",
    de: "Kochzeit|Garzeit",
    fr: "Temps de cuisson|Cuisson",
    es: "Tiempo de cocción|Cocción",
    ja: "調理時間",
  },
  servings: {
    en: "Servings|Serves",
    de: "Portionen",
    fr: "Portions|Personnes",
    es: "Raciones",
    ja: "人数",
  },
  calories: { en: "Calories", de: "Kalorien", fr: "Calories", es: "Calorías", ja: "カロリー" },
  difficulty: {
    en: "Difficulty",
    de: "Schwierigkeit",
    fr: "Difficulté",
    es: "Dificultad",
    ja: "難易度",
  },
  easy: { en: "Easy|Simple", de: "Einfach|Leicht", fr: "Facile", es: "Fácil", ja: "簡単" },
  ingredients: {
    en: "Ingredients",
    de: "Zutaten",
    fr: "Ingrédients",
    es: "Ingredientes",
    ja: "材料",
  },
  steps: {
    en: "Method|Instructions|Directions",
    de: "Zubereitung",
    fr: "Préparation de la recette|Étapes",
    es: "Elaboración|Instrucciones",
    ja: "作り方",
  },
  published: {
    en: "Published",
    de: "Veröffentlicht",
    fr: "Publié le",
    es: "Publicado",
    ja: "公開日",
  },
  equipment: { en: "Equipment", de: "Küchengeräte", fr: "Matériel", es: "Utensilios", ja: "道具" },
  tools: {
    en: "Bowl|Whisk|Oven dish",
    de: "Schüssel|Schneebesen|Auflaufform",
    fr: "Saladier|Fouet|Plat",
    es: "Bol|Batidor|Fuente",
    ja: "ボウル|泡立て器",
  },
  tip: { en: "Tip", de: "Tipp", fr: "Astuce", es: "Consejo", ja: "コツ" },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    title: { type: "string" },
    author: { type: "string" },
    servings: { type: "integer" },
    prep_minutes: { type: "integer", description: "Preparation time in minutes" },
    cook_minutes: { type: "integer", description: "Cooking time in minutes" },
    calories: { type: "integer", description: "kcal per serving" },
    ingredients: { type: "array", items: { type: "string" } },
    steps: { type: "array", items: { type: "string" }, description: "Instructions, one per step" },
    published: { type: "string", format: "date" },
  },
  required: ["title", "ingredients"],
};

function content(page: Page) {
  const { random, language } = page;
  return {
    title: random.pick(dishes[language].split("|")),
    author: page.maybe(0.9, () => page.person()),
    servings: page.maybe(0.85, () => random.whole(2, 12)),
    prep_minutes: random.whole(1, 9) * 5,
    cook_minutes: page.maybe(0.8, () => random.whole(2, 32) * 5),
    calories: page.maybe(0.5, () => random.whole(120, 890)),
    ingredients: random.sample(foods[language].split("|"), random.whole(4, 9)),
    steps: random.times(random.whole(3, 6), () => page.paragraph(random.whole(1, 3))),
    published: page.maybe(0.7, () => page.day(2022, 2025)),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

/** `1 h 20 min`, or whole minutes where the site writes so. */
function duration(page: Page, minutes: number): string {
  const { language } = page;
  const words = {
    en: [" hr", " mins"],
    de: [" Std.", " Min."],
    fr: [" h", " min"],
    es: [" h", " min"],
    ja: ["時間", "分"],
  }[language];
  const [hour = "", minute = ""] = words;
  const hours = Math.floor(minutes / 60);
  if (hours === 0 || page.site.choose("minutes only", [true, false])) return `${minutes}${minute}`;
  const rest = minutes % 60 === 0 ? "" : ` ${minutes % 60}${minute}`;
  return `${hours}${hour}${rest}`;
}

const iso = (minutes: number): string =>
  minutes < 60
    ? `PT${minutes}M`
    : `PT${Math.floor(minutes / 60)}H${minutes % 60 === 0 ? "" : `${minutes % 60}M`}`;

function draw(page: Page): Drawn {
  const values = content(page);
  const { title, author, cook_minutes: cook } = values;
  const steps = page.random.chance(0.7)
    ? values.steps.map((text) => ({ "@type": "HowToStep", text }))
    : [...values.steps];
  return {
    path: `/recipes/${slug(title)}-${page.random.whole(10, 999)}`,
    title,
    crumbs: ["Recipes", title],
    values,
    type: "Recipe",
    linked: {
      "@type": "Recipe",
      name: title,
      author: author && (page.random.chance(0.7) ? { "@type": "Person", name: author } : author),
      datePublished: values.published,
      dateModified: "2026-09-01",
      prepTime: iso(values.prep_minutes),
      cookTime: cook === undefined ? undefined : iso(cook),
      totalTime: iso(values.prep_minutes + (cook ?? 0)),
      recipeYield:
        values.servings === undefined
          ? undefined
          : page.random.chance(0.5)
            ? String(values.servings)
            : `${values.servings} servings`,
      nutrition: values.calories && {
        "@type": "NutritionInformation",
        calories: `${values.calories} kcal`,
      },
      recipeIngredient: values.ingredients,
      recipeInstructions: steps,
    },
    openGraph: { "og:type": "article" },
    teasers: otherDishes(page),
    blocks: [
      head(page, values),
      facts(page, values),
      ingredientBlock(page, values),
      stepBlock(page, values),
    ],
  };
}

function head(page: Page, { title, author, published }: Content): string {
  const by =
    author === undefined
      ? ""
      : `<span${page.css("byline")}>${page.word(labels.author)} <a href="/authors/${slug(author)}"${page.prop("author")}>${escapeHtml(author)}</a></span>`;
  const day =
    published === undefined
      ? ""
      : `<span${page.css("meta")}>${page.word(labels.published)}: <time datetime="${published}"${page.prop("datePublished", published)}>${escapeHtml(page.date(published))}</time></span>`;
  return `<h1${page.css("title")}${page.prop("name")}>${escapeHtml(title)}</h1><div${page.css("byline-row")}>${by} ${day}</div>
<img src="/media/${page.random.hex(8)}.jpg" alt="" width="640" height="420"><p${page.css("intro")}>${escapeHtml(page.paragraph(4))}</p>`;
}

function facts(
  page: Page,
  { prep_minutes: prep, cook_minutes: cook, servings, calories }: Content,
): string {
  return page.facts([
    page.fact(labels.prep, duration(page, prep), page.prop("prepTime", iso(prep))),
    page.fact(
      labels.cook,
      cook === undefined ? undefined : duration(page, cook),
      page.prop("cookTime", cook && iso(cook)),
    ),
    page.fact(
      labels.servings,
      servings === undefined ? undefined : String(servings),
      page.prop("recipeYield"),
    ),
    page.fact(
      labels.calories,
      calories === undefined ? undefined : `${formatNumber(calories, page.locale)} kcal`,
    ),
    page.fact(labels.difficulty, page.site.word(labels.easy)),
  ]);
}

function ingredientBlock(page: Page, { ingredients }: Content): string {
  const boxes = page.site.choose("check boxes", [true, false]);
  const items = ingredients.map((text, at) => {
    const inner = `<span${page.prop("recipeIngredient")}>${escapeHtml(text)}</span>`;
    return boxes
      ? `<li><label><input type="checkbox" id="i${at}"> ${inner}</label></li>`
      : `<li>${inner}</li>`;
  });
  const tools = labels.tools[page.language]
    .split("|")
    .map((tool) => `<li>${escapeHtml(tool)}</li>`);
  return `<section${page.css("ingredients")}><h2>${page.word(labels.ingredients)}</h2><ul>${items.join("\n")}</ul></section>
<section${page.css("equipment")}><h2>${page.word(labels.equipment)}</h2><ul>${tools.join("")}</ul></section>`;
}

function stepBlock(page: Page, { steps }: Content): string {
  const items = steps.map(
    (text) =>
      `<li${page.css("step")}><p${page.prop("recipeInstructions")}>${escapeHtml(text)}</p></li>`,
  );
  const tip = page.random.chance(0.4)
    ? `<p${page.css("tip")}><b>${page.word(labels.tip)}:</b> ${escapeHtml(page.paragraph(1))}</p>`
    : "";
  return `<section${page.css("steps")}><h2>${page.word(labels.steps)}</h2><ol>${items.join("\n")}</ol>${tip}</section>`;
}

function otherDishes(page: Page): Teaser[] {
  return page.random.times(page.random.whole(3, 6), () => ({
    title: page.random.pick(dishes[page.language].split("|")),
    note: `${duration(page, page.random.whole(4, 20) * 5)} · ${page.person()} · ★ ${page.random.whole(30, 50) / 10}`,
  }));
}

/** A recipe on a cook's site. */
export const recipe: PageTemplate = {
  name: "recipe",
  schema,
  held: false,
  countries: [locales.fr, locales.us, locales.gb, locales.de, locales.es],
  carriers: ["json-ld-graph", "json-ld", "microdata", "json-ld", "rdfa"],
  draw,
};
