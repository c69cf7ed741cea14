import { collection } from "../../../storage/index.ts";

/** What researches have done, entry by entry. */
export const journalRows = collection({
  name: "service_research_entries",
  fields: {
    job: "string",
    // In the order of writing, from 0.
    place: "number",
    // JSON: here, or in the blob of this key.
    text: "string?",
    blob: "string?",
    // False until its blob is there: such an entry counts as not written.
    isWhole: "boolean",
  },
  key: ["job", "place"],
});
