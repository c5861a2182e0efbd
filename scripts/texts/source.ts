import { type ESTree, parseSync } from 'vite'

/** Parsed by the parser that also builds the page. */
export type Source = { file: string; text: string; program: ESTree.Program }

/** @throws the parser's error for a file that is not TypeScript */
export function parseSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  return { file, text, program }
}

/**
 * The strings that an expression can evaluate to, through templates, `? :`, `||`, `&&`, `??` and `+`. Calls,
 * comparisons and variables are not followed.
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

/** 'src/ui/card.tsx:12', which editors can open. */
export const placeOf = ({ file, text }: Source, start: number) =>
  `${file}:${text.slice(0, start).split('\n').length}`
