import { type ESTree, parseSync } from 'vite'

/** A source file, parsed by what builds the page too. */
export type Source = { file: string; text: string; program: ESTree.Program }

/** @throws what the parser says, for a file that is not TypeScript */
export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return { file, text, program }
}

/**
 * What an expression can be as a text: its string, the pieces of its template, and those of each way that `? :`, `||`,
 * `&&`, `??` and `+` may take. What a call, a comparison or a variable holds is not looked into.
 * @returns a template as its fixed pieces, a string as one piece
 */
export function stringsIn(node: ESTree.Node): { start: number; pieces: string[] }[] {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [{ start: node.start, pieces: [node.value] }] : []
    case 'TemplateLiteral':
      return [{ start: node.start, pieces: node.quasis.map(({ value }) => value.cooked ?? value.raw) }]
    case 'ConditionalExpression':
      return [...stringsIn(node.consequent), ...stringsIn(node.alternate)]
    case 'BinaryExpression':
      return node.operator === '+' ? [...stringsIn(node.left), ...stringsIn(node.right)] : []
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : stringsIn(node.left)), ...stringsIn(node.right)]
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'JSXExpressionContainer':
      return stringsIn(node.expression)
    default:
      return []
  }
}

/** 'src/ui/card.tsx:12', by which an editor finds the place. */
export const placeOf = ({ file, text }: Source, start: number) =>
  `${file}:${text.slice(0, start).split('\n').length}`
