import type { Schema } from "./description.ts";

/** A schema as TypeScript, on one line or over several. */
export function typeText(schema: Schema, indent = ""): string {
  const { $ref, enum: values, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return $ref.slice($ref.lastIndexOf("/") + 1);
  if ("const" in schema) return literal(schema.const);
  if (values !== undefined) return joined(values.map(literal), " | ");
  const either = anyOf ?? oneOf;
  if (either !== undefined) return joined(textsOf(either, indent), " | ");
  if (allOf !== undefined) return joined(textsOf(allOf, indent), " & ");
  if (Array.isArray(schema.type)) {
    const each = schema.type.map((type) => ({ ...schema, type }));
    return joined(textsOf(each, indent), " | ");
  }
  return plainText(schema, indent);
}

function textsOf(schemas: readonly Schema[], indent: string): string[] {
  return schemas.map((each) => typeText(each, indent));
}

/** The text between the braces of an object's type. */
export function membersText({ properties = {}, required = [] }: Schema, indent: string): string {
  return Object.entries(properties)
    .map(([name, property]) => {
      const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
      const type = typeText(property, `${indent}  `);
      const rest = required.includes(name) ? `: ${type}` : `?: ${withUndefined(type)}`;
      return `${commentText(property, indent)}${indent}readonly ${key}${rest};\n`;
    })
    .join("");
}

/** What a property means, with its bounds and what it is when absent. */
function commentText(schema: Schema, indent: string): string {
  const { description = "", default: standard } = schema;
  const lines = description === "" ? [] : [description];
  const bounds = boundsText(schema);
  if (bounds !== "") lines.push(bounds);
  if (standard !== undefined && standard !== null) {
    lines.push(`When absent: ${JSON.stringify(standard)}.`);
  }
  if (lines.length === 0) return "";
  const text = lines.map((line) => line.replaceAll("*/", "* /").replaceAll("\n", " "));
  if (text.length === 1) return `${indent}/** ${text[0]} */\n`;
  return `${indent}/**\n${text.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function boundsText({ minimum, maximum, maxLength, maxItems }: Schema): string {
  const parts: string[] = [];
  if (minimum !== undefined && maximum !== undefined && maximum < 1e9) {
    parts.push(`From ${minimum} to ${maximum}.`);
  }
  if (maxLength !== undefined) parts.push(`At most ${maxLength} characters.`);
  if (maxItems !== undefined) parts.push(`At most ${maxItems}.`);
  return parts.join(" ");
}

function plainText(schema: Schema, indent: string): string {
  switch (schema.type) {
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    case "array":
      return `readonly ${inBrackets(typeText(schema.items ?? {}, indent))}[]`;
    case "object":
      return objectText(schema, indent);
    default:
      return "unknown";
  }
}

function objectText(schema: Schema, indent: string): string {
  const { properties = {}, additionalProperties } = schema;
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  if (Object.keys(properties).length === 0) {
    const value = typeof additionalProperties === "object" ? additionalProperties : {};
    return `Readonly<Record<string, ${typeText(value, indent)}>>`;
  }
  const rest = isOpen ? `${indent}  readonly [name: string]: unknown;\n` : "";
  return `{\n${membersText(schema, `${indent}  `)}${rest}${indent}}`;
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}

function joined(texts: readonly string[], sign: string): string {
  return [...new Set(texts)].join(sign);
}

function inBrackets(type: string): string {
  return /[|&]| /.test(type) && !type.startsWith("{") ? `(${type})` : type;
}

function withUndefined(type: string): string {
  return type === "unknown" ? type : `${type} | undefined`;
}
