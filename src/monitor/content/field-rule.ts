/** Where a value is on the page: a CSS selector, or more. */
export type FieldRule =
  | string
  | {
      readonly selector: string;
      /** The attribute whose value it is; the text of the element when absent. */
      readonly attribute?: string | undefined;
      /** Every element that matches, as a list; the first when absent. @default false */
      readonly all?: boolean | undefined;
      /**
       * What it is read as: text, or the number in it (`1.299,00 €` is 1299): a text
       * without one fails the check. @default "text"
       */
      readonly as?: "text" | "number" | undefined;
    };
