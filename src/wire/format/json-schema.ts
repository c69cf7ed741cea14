import { z } from "zod";
import { actionSchema, caseSchema, siteSchema } from "./action-schema.ts";

const files = {
  site: { schema: siteSchema, title: "A site of a catalog: site.json" },
  action: { schema: actionSchema, title: "An action of a site: actions/NAME.json" },
  case: { schema: caseSchema, title: "A recorded run of an action: cases/NAME.KIND.json" },
};

/** JSON Schemas (draft 2020-12) of the files of a catalog as they are written, by kind of file. */
export function catalogSchemas(): Record<keyof typeof files, Record<string, unknown>> {
  const made = Object.entries(files).map(([name, { schema, title }]) => {
    const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" });
    return [name, { $schema, title, ...rest }];
  });
  return Object.fromEntries(made) as ReturnType<typeof catalogSchemas>;
}
