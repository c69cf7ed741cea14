import { KNOWN_TAGS, tagIds, type TagId, type TagName } from "../scan/tags.ts";

const blocks = new Uint8Array(KNOWN_TAGS);
const names =
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section select summary table tbody textarea tfoot thead tr ul xmp";
for (const name of names.split(" ")) blocks[tagIds[name as TagName]] = 1;

/** Whether browsers begin a new line before and behind the element. */
export function isBlock(tag: TagId): boolean {
  return blocks[tag] === 1;
}
