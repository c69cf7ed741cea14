import type { Item, ItemField } from "@1password/sdk";

/**
 * The value of an item's field, named by its id or title, or `section/field`; ids win. Undefined when
 * there is none, or when a title is that of several fields. `exact` says that a locator named it:
 * only then is it a one-time password.
 */
export function fieldValue(item: Item, name: string, exact: boolean): string | undefined {
  const fields = item.fields.filter(({ fieldType }) => exact || !["Totp"].includes(fieldType));
  const byId = fields.find(({ id }) => id === name);
  const found = byId ?? only(fields.filter(({ title }) => title === name)) ?? inSection(item, name);
  if (found?.details?.type === "Otp") return found.details.content.code;
  return found?.value;
}

function inSection({ fields, sections }: Item, name: string): ItemField | undefined {
  const matches = fields.filter(({ id, title, sectionId }) => {
    const section = sections.find((each) => each.id === sectionId);
    if (section === undefined) return false;
    return [section.id, section.title].some(
      (of) => name === `${of}/${id}` || name === `${of}/${title}`,
    );
  });
  return only(matches);
}

function only<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}
