const UPDATED =
  /\b(?:updat|modif|revis|edited|refreshed|aktualisiert|geändert|actuali[zs]|mis à jour|aggiornat|atualizad|bijgewerkt|oppdatert|uppdaterad|opdateret)|обновлен|更新|수정/iu;
const PUBLISHED =
  /\b(?:publi|posted|written|created|first|released|veröffentlicht|erstellt|gepubliceerd)|опубликован|发布|公開/iu;

/** Whether the words beside a date say that something was changed then, and not published. */
export function isChange(label: string): boolean {
  return UPDATED.test(label) && !PUBLISHED.test(label);
}
