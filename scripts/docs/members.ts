// The properties of an interface, those that it inherits included.
import type { Node, ParameterDeclaration } from "typescript/unstable/ast";
import type { Project, Symbol } from "typescript/unstable/sync";
import { readComment, type Comment } from "./comment.ts";
import { parametersText, shortened, textOf } from "./signature.ts";

/** A property of an interface. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isMethod: boolean;
  /** In one line. */
  readonly type: string;
  readonly comment: Comment;
}

/** The members of an interface in the order of its source; inherited ones last. */
export function membersOf(project: Project, symbol: Symbol): readonly Member[] {
  const { checker } = project;
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return checker.getPropertiesOfType(type).flatMap((property) => {
    const node = property.declarations[0]?.resolve(project);
    return node === undefined ? [] : memberOf(property.name, node);
  });
}

function memberOf(name: string, node: Node): Member {
  const { type, parameters, questionToken, postfixToken } = node as unknown as {
    readonly type?: Node;
    readonly parameters?: readonly ParameterDeclaration[];
    readonly questionToken?: Node;
    readonly postfixToken?: Node;
  };
  const { text } = node.getSourceFile();
  const said = type === undefined ? "unknown" : textOf(type);
  const call = parameters && `(${parametersText(parameters)}) => ${said}`;
  return {
    name,
    isOptional: (questionToken ?? postfixToken) !== undefined,
    isMethod: parameters !== undefined,
    type: shortened((call ?? said).replace(/ \| undefined$/, "")),
    comment: readComment(text.slice(node.getFullStart(), node.getStart())),
  };
}
