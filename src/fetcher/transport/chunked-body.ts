const CR = 13;
const LF = 10;

/** Bytes of a line before or between chunks, and of all trailers. */
const LONGEST_LINE = 16_384;

/** RFC 9112, 7.1, with white space around the size, and what a safe integer can hold. */
const SIZE = /^[ \t]*0*([\da-f]{1,13})[ \t]*(?:;.*)?$/is;

const LINE_END = Buffer.from("\r\n");

/** A line of a body, and where it and its line end are over. */
interface Line {
  readonly text: string;
  readonly end: number;
}

/**
 * A body in chunks, rewritten to what a strict parser takes: lines may end with LF alone; extensions
 * and trailers go. What is no chunk is left to the parser, as it came.
 */
export class ChunkedBody {
  #part: "size" | "data" | "dataEnd" | "trailers" | "over" = "size";
  /** Bytes of the chunk that are to come. */
  #left = 0;
  #trailers = 0;
  /** The start of a line that is not whole yet. */
  #held: Buffer | undefined;
  #bytes: Buffer = LINE_END;
  #at = 0;
  /** What is to be given of these bytes, up to `#given`. */
  #out: Buffer[] = [];
  #given = 0;

  /** Takes the next bytes; gives the same object where nothing in them is odd. */
  read(bytes: Buffer): Buffer {
    this.#bytes = this.#held === undefined ? bytes : Buffer.concat([this.#held, bytes]);
    this.#held = undefined;
    this.#at = 0;
    this.#given = 0;
    this.#out = [];
    while (this.#at < this.#bytes.length && this.#step());
    const whole = this.#held === undefined ? this.#bytes.length : this.#at;
    if (this.#out.length === 0 && whole === this.#bytes.length) return this.#bytes;
    this.#out.push(this.#bytes.subarray(this.#given, whole));
    return Buffer.concat(this.#out);
  }

  /** Whether there is more to do with the bytes at hand. */
  #step(): boolean {
    switch (this.#part) {
      case "size":
        return this.#ordinarySize() || this.#size();
      case "data": {
        const taken = Math.min(this.#left, this.#bytes.length - this.#at);
        this.#at += taken;
        this.#left -= taken;
        if (this.#left === 0) this.#part = "dataEnd";
        return true;
      }
      case "dataEnd":
        return this.#dataEnd();
      case "trailers":
        return this.#trailer();
      default:
        return false;
    }
  }

  #ordinarySize(): boolean {
    let size = 0;
    let at = this.#at;
    for (let digit = digitOf(this.#bytes[at]); digit >= 0; digit = digitOf(this.#bytes[at])) {
      size = size * 16 + digit;
      at += 1;
    }
    const digits = at - this.#at;
    if (digits === 0 || digits > 13) return false;
    if (this.#bytes[at] !== CR || this.#bytes[at + 1] !== LF) return false;
    this.#at = at + 2;
    this.#begin(size);
    return true;
  }

  #size(): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    const [, digits] = SIZE.exec(line.text) ?? [];
    if (digits === undefined) return this.#leave();
    this.#replace(line.end, Buffer.from(`${digits}\r\n`));
    this.#begin(Number.parseInt(digits, 16));
    return true;
  }

  #begin(size: number): void {
    this.#left = size;
    this.#part = size === 0 ? "trailers" : "data";
  }

  #dataEnd(): boolean {
    const first = this.#bytes[this.#at];
    if (first !== CR && first !== LF) return this.#leave();
    if (first === LF) this.#replace(this.#at + 1, LINE_END);
    else if (this.#bytes[this.#at + 1] === LF) this.#at += 2;
    else if (this.#at + 1 < this.#bytes.length) return this.#leave();
    else return this.#hold();
    this.#part = "size";
    return true;
  }

  #trailer(): boolean {
    const line = this.#line();
    if (line === undefined) return false;
    this.#trailers += line.end - this.#at;
    if (this.#trailers > LONGEST_LINE) return this.#leave();
    const isLast = line.text === "";
    if (isLast) this.#part = "over";
    if (isLast && line.end === this.#at + 2) this.#at = line.end;
    else this.#replace(line.end, isLast ? LINE_END : LINE_END.subarray(2));
    return true;
  }

  /** The next line; undefined when it is not whole, or too long. */
  #line(): Line | undefined {
    const end = this.#bytes.indexOf(LF, this.#at);
    if (end === -1) {
      if (this.#bytes.length - this.#at > LONGEST_LINE) this.#leave();
      else this.#hold();
      return undefined;
    }
    const text = this.#bytes.toString("latin1", this.#at, end);
    return { text: text.endsWith("\r") ? text.slice(0, -1) : text, end: end + 1 };
  }

  #replace(end: number, by: Buffer): void {
    this.#out.push(this.#bytes.subarray(this.#given, this.#at), by);
    this.#at = end;
    this.#given = end;
  }

  #hold(): false {
    this.#held = this.#bytes.subarray(this.#at);
    return false;
  }

  #leave(): false {
    this.#part = "over";
    return false;
  }
}

/** The value of a hexadecimal digit; -1 for any other byte. */
function digitOf(byte = 0): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}
