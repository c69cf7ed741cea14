/** A run of text as a PDF places it; units are points, `y` grows upwards. */
export interface PdfRun {
  readonly str: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fontSize: number;
  /** Whether its characters are in the order of a line that begins at its right. */
  readonly rtl?: boolean;
  /** Whether all characters of its font have one width. */
  readonly mono?: boolean;
  /** The cell that the PDF's structure says it is in; all numbers count from 0. */
  readonly cell?: TableCell;
}

/** A cell of a table of the page. */
export interface TableCell {
  readonly table: number;
  readonly row: number;
  readonly column: number;
}

/** A link of a page; its area is left, bottom, right, top. */
export interface PdfLink {
  readonly url: string;
  readonly rect: readonly [number, number, number, number];
}

/** The text layer of one page, in the order of its content stream. */
export interface PdfPage {
  readonly runs: readonly PdfRun[];
  readonly links: readonly PdfLink[];
  /** Whether most of its letters are written from right to left. */
  readonly rtl?: boolean;
  /** Whether the page does not parse. */
  readonly broken?: boolean;
}
