const TIMESTAMP = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d|(?<!\d)1[4-9]\d{8}(?:\d{3})?(?!\d)|GMT[+-]?\d/;
const UUID = /[\da-f]{8}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{4}-?[\da-f]{12}/i;
const LONG_NUMBER = /\d{10}/;

/** Shorter words are names, however odd they look. */
const SHORTEST_RANDOM = 5;
const SHORTEST_HEX = 8;
const SHORTEST_TOKEN = 16;

/** Whether a value is a point in time, as machines write one. */
function isTimestamp(value: string): boolean {
  return TIMESTAMP.test(value);
}

/**
 * Whether a value that no reader sees looks like one of this answer alone: a time, an identifier at
 * random, a token, state of scripts.
 */
export function isVolatileValue(value: string): boolean {
  if (/^\s*[{[]/.test(value) || isTimestamp(value)) return true;
  return value.split(/[^\da-z]+/i).some(isToken) || UUID.test(value) || LONG_NUMBER.test(value);
}

/** Names that libraries make by counting the elements of a page. */
const COUNTED =
  /^(?:accordion|aria|bs-tab|chakra|cke|collapse|dijit|downshift|dropdown|el|element|ember|ext-(?:gen|comp|element)|field|floating-ui|form-field|generated|gwt-uid|headlessui(?:-[a-z-]+)?|id|input|j_id|mat-[a-z-]+|menu|modal|mui|n|p-id|panel|popover|popper|primefaces|radix|reach|react-aria|react-select|react-tabs|rc|select2(?:-[a-z]+)?|sizzle|slick-slide(?:-control)?|tab|tippy|tooltip|ui-id|uid|uniq(?:ue|id)?|v|vs|wpcf7-f\d+-o|x-auto|yui(?:_\d+)*)[-_:]?[\d_:-]*\d[-_:a-z]*$/i;

/** Whether a name (an id, a part of a class) was made by a program at random, or by counting up. */
export function isRandomName(name: string): boolean {
  if (
    /(?<![\da-z])(?::[rR][\da-z]*:|«[rR][\da-z]*»|_[rR]_[\da-z]+_)/.test(name) ||
    isVolatileValue(name)
  )
    return true;
  return name.split(/[-_:.]+/).some((part) => isRandomPart(part) || /^\d{5,}$/.test(part));
}

/** Whether an id was made at random, or by a library that counts the elements of a page. */
export function isGeneratedId(id: string): boolean {
  return COUNTED.test(id) || isRandomName(id);
}

/** Whether a part of a name is a hash: letters and digits that take turns. */
export function isRandomPart(part: string): boolean {
  if (part.length < SHORTEST_RANDOM || !/^[\da-z]+$/i.test(part)) return false;
  if (/^(?:[a-z]+\d{1,4}|\d{1,4}[a-z]+)$/i.test(part)) return false;
  return /\d/.test(part) && /[a-z]/i.test(part);
}

function isToken(word: string): boolean {
  const isMixed = /\d/.test(word) && /[a-z]/i.test(word);
  if (!isMixed) return false;
  if (word.length >= SHORTEST_HEX && /^[\da-f]+$/i.test(word)) return true;
  return word.length >= SHORTEST_TOKEN && /[a-z]/.test(word) && /[A-Z]/.test(word);
}
