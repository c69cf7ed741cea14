/**
 * The value that a control of a type has where a text says so, in the format of HTML (4.10.5.1):
 * dates and times in it or as the language writes them, numbers with the language's decimal sign.
 * Empty when the text cannot be one; undefined for types that are typed into as they are read.
 */
export function controlValue(type: string, text: string, language: string): string | undefined {
  const said = text.trim();
  const two = (part: string | undefined): string => (part ?? "").padStart(2, "0");
  const valid = (value: string): string => {
    const probe = document.createElement("input");
    probe.type = type;
    probe.value = value;
    return probe.value;
  };
  const dayFirst = (): boolean => {
    const parts = new Intl.DateTimeFormat(language).formatToParts(0).map((part) => part.type);
    return parts.indexOf("day") < parts.indexOf("month");
  };
  const dateOf = (given: string): string => {
    const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(given);
    if (iso !== null) return `${iso[1]}-${two(iso[2])}-${two(iso[3])}`;
    const local = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/.exec(given);
    if (local === null) return given;
    const [, one, sign, other, year] = local;
    // With dots it is day, month, year in every language that writes it so.
    const isDayFirst = sign === "." || Number(one) > 12 || (Number(other) <= 12 && dayFirst());
    return isDayFirst ? `${year}-${two(other)}-${two(one)}` : `${year}-${two(one)}-${two(other)}`;
  };
  const timeOf = (given: string): string => {
    const found = /^(\d{1,2})[:.](\d{2})(?::(\d{2}(?:\.\d{1,3})?))?\s*([ap])?\.?(?:m\.?)?$/i.exec(
      given,
    );
    if (found === null) return given;
    const [, hour = "", minute = "", second, half] = found;
    const isLate = half?.toLowerCase() === "p";
    const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (isLate ? 12 : 0);
    return `${two(String(hours))}:${minute}${second === undefined ? "" : `:${second}`}`;
  };
  const numberOf = (given: string): string =>
    /^[-+]?\d+,\d+$/.test(given) ? given.replace(",", ".") : given.replace(/^\+/, "");
  switch (type) {
    case "date":
      return valid(dateOf(said));
    case "time":
      return valid(timeOf(said));
    case "datetime-local": {
      const [, date = "", time = ""] = /^(\S+?)(?:T|,?\s+)(.+)$/s.exec(said) ?? [];
      return valid(`${dateOf(date)}T${timeOf(time)}`);
    }
    case "month": {
      const local = /^(\d{1,2})[-/.](\d{4})$/.exec(said);
      const iso = /^(\d{4})[-/.](\d{1,2})$/.exec(said);
      if (local !== null) return valid(`${local[2]}-${two(local[1])}`);
      return valid(iso === null ? said : `${iso[1]}-${two(iso[2])}`);
    }
    case "week": {
      const week = /^(\d{4})-?W(\d{1,2})$/i.exec(said);
      return valid(week === null ? said : `${week[1]}-W${two(week[2])}`);
    }
    case "color": {
      // What is no colour leaves it as it was.
      const ink = document.createElement("canvas").getContext("2d");
      const paint = (before: string): string => {
        if (ink === null) return "";
        ink.fillStyle = before;
        ink.fillStyle = said;
        return String(ink.fillStyle);
      };
      const painted = paint("#000000");
      return painted === paint("#ffffff") && painted.startsWith("#") ? painted : "";
    }
    case "range":
      return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(numberOf(said)) ? numberOf(said) : "";
    case "number": {
      // What can be typed is typed.
      const value = valid(numberOf(said));
      return value !== "" && numberOf(said) === text ? undefined : value;
    }
    default:
      return undefined;
  }
}
