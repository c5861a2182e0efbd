import { type ESTree, Visitor } from 'vite'
import { placeOf, type Source, stringsIn } from './source.ts'

/** Attributes whose text people read or hear. */
const SPOKEN_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'errorText',
  'heading',
  'helperText',
  'hint',
  'label',
  'placeholder',
  'reason',
  'text',
  'title',
])

/** The same as object properties; 'text' is too often meant for machines. */
const SPOKEN_PROPERTIES = new Set([...SPOKEN_ATTRIBUTES].filter((name) => name !== 'text'))

const SPOKEN_MEMBERS = new Set(['title', 'textContent', 'innerText', 'ariaLabel'])

/** Texts that are the same in every language. */
const SAME_EVERYWHERE = new Set([
  'Enamel',
  // A key on Apple's keyboards, labelled the same everywhere.
  '⌘Z',
  // From the example patients file, whose values are data.
  'Mrs',
])

const LETTER = /\p{L}/u

/**
 * Finds texts hard-coded in a source: between JSX tags, in attributes that people read or hear, in properties
 * of those names, and in calls of `notify`.
 * @returns each with its place
 */
export function hardCodedTexts(source: Source): string[] {
  const faults: string[] = []
  const note = (start: number, text: string, where: string) => {
    const words = text.replace(/\s+/g, ' ').trim()
    if (LETTER.test(words) && !SAME_EVERYWHERE.has(words))
      faults.push(`${placeOf(source, start)} says '${words}' ${where}.`)
  }
  const look = (node: ESTree.Node | null | undefined, where: string) => {
    for (const { start, pieces } of node ? stringsIn(node) : []) note(start, pieces.join(' … '), where)
  }
  const lookAtChildren = ({ children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    for (const child of children) {
      if (child.type === 'JSXExpressionContainer') look(child, 'between tags')
      if (child.type === 'JSXText') note(child.start, child.value, 'between tags')
    }
  }
  new Visitor({
    JSXElement: lookAtChildren,
    JSXFragment: lookAtChildren,
    JSXAttribute({ name, value }) {
      if (name.type === 'JSXIdentifier' && SPOKEN_ATTRIBUTES.has(name.name)) look(value, `as ${name.name}`)
    },
    Property({ key, value }) {
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''
      if (SPOKEN_PROPERTIES.has(name)) look(value, `as ${name}`)
    },
    AssignmentExpression({ left, right }) {
      if (left.type !== 'MemberExpression' || left.property.type !== 'Identifier') return
      if (SPOKEN_MEMBERS.has(left.property.name)) look(right, `as ${left.property.name}`)
    },
    CallExpression({ callee, arguments: [, sentence] }) {
      if (callee.type === 'Identifier' && callee.name === 'notify') look(sentence, 'in a message')
    },
  }).visit(source.program)
  return faults
}
