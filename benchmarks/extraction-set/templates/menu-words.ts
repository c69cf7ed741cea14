import type { Words } from "../locale.ts";

/** What a house is called behind its name. */
export const houses: Words = {
  en: "Kitchen|Tavern|Bistro|Dining Room",
  de: "Stube|Wirtshaus|Bistro|Küche",
  fr: "Bistrot|Auberge|Table",
  es: "Taberna|Mesón|Cocina",
  ja: "食堂|酒場|台所",
};
/** Sections of a menu. */
export const parts: Words = {
  en: "Starters|Soups|Mains|From the Grill|Sides|Desserts|Drinks",
  de: "Vorspeisen|Suppen|Hauptgerichte|Vom Grill|Beilagen|Nachspeisen|Getränke",
  fr: "Entrées|Potages|Plats|Grillades|Accompagnements|Desserts|Boissons",
  es: "Entrantes|Sopas|Platos principales|A la parrilla|Guarniciones|Postres|Bebidas",
  ja: "前菜|スープ|主菜|焼き物|副菜|甘味|飲み物",
};
/** First words of dishes. */
export const kinds: Words = {
  en: "Roast|Smoked|Grilled|House|Wild|Braised",
  de: "Gebratene|Geräucherte|Gegrillte|Hausgemachte|Wilde|Geschmorte",
  fr: "Terrine de|Velouté de|Tarte de|Poêlée de|Salade de|Gratin de",
  es: "Ensalada de|Crema de|Guiso de|Tarta de|Tosta de|Arroz con",
  ja: "焼き|燻製|自家製|煮込み|炙り|季節の",
};
/** What dishes are of. */
export const goods: Words = {
  en: "Beetroot|Trout|Chicken|Mushrooms|Pumpkin|Duck|Leeks|Potatoes|Plums|Goat Cheese",
  de: "Rüben|Forelle|Hähnchenbrust|Pilze|Kürbisspalten|Ente|Lauchstangen|Kartoffeln|Pflaumen|Ziegenkäsetaler",
  fr: "betteraves|truite|poulet|champignons|potiron|canard|poireaux|pommes de terre|prunes|chèvre",
  es: "remolacha|trucha|pollo|setas|calabaza|pato|puerros|patatas|ciruelas|queso de cabra",
  ja: "大根|鱒|鶏|茸|南瓜|鴨|葱|芋|梅|豆腐",
};
/** What dishes are marked with. */
export const diets: Words = {
  en: "vegan|vegetarian|gluten-free|spicy",
  de: "vegan|vegetarisch|glutenfrei|scharf",
  fr: "végan|végétarien|sans gluten|épicé",
  es: "vegano|vegetariano|sin gluten|picante",
  ja: "完全菜食|菜食|小麦不使用|辛口",
};
/** Words around the menu. */
export const menuLabels = {
  menu: { en: "Menu|Our menu", de: "Speisekarte", fr: "La carte", es: "Carta", ja: "お品書き" },
  phone: { en: "Phone|Reservations", de: "Telefon", fr: "Téléphone", es: "Teléfono", ja: "電話" },
  address: { en: "Address", de: "Adresse", fr: "Adresse", es: "Dirección", ja: "住所" },
  market: {
    en: "market price",
    de: "Tagespreis",
    fr: "prix du jour",
    es: "según mercado",
    ja: "時価",
  },
  extra: {
    en: "With bread and butter + ",
    de: "Mit Brot und Butter + ",
    fr: "Avec pain et beurre + ",
    es: "Con pan y mantequilla + ",
    ja: "パン付き + ",
  },
  hint: {
    en: "Ask us about allergens.",
    de: "Fragen Sie uns nach Allergenen.",
    fr: "Allergènes sur demande.",
    es: "Consulte los alérgenos.",
    ja: "アレルギーはお尋ねください。",
  },
} as const satisfies Readonly<Record<string, Words>>;
