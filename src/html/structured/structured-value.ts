/** Plain data, as JSON has it. */
export type StructuredValue =
  | string
  | number
  | boolean
  | null
  | readonly StructuredValue[]
  | { readonly [key: string]: StructuredValue };
