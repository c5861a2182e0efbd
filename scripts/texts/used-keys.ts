import { type ESTree, Visitor } from 'vite'
import { splitPlural } from './flatten.ts'
import { type Source, stringsIn } from './source.ts'

/** A value in a template replaces one part of a key. */
const ANY_PART = '[^.]+'
const DEFAULT_NAMESPACE = 'common'
const DOTTED = /^\w[\w-]*\.[\w.-]*$/

type Uses = {
  /** Key patterns by namespace. */
  asked: Map<string, RegExp[]>
  /** Strings and templates anywhere that look like a key of several parts, for example in a table. */
  dotted: RegExp[]
}

/**
 * Finds the texts that the sources use. A key is used when `t` (or `exists`) is called with it in a file that
 * reads its namespace by `useTranslation` or `TFunction`, when it is called with its namespace
 * ('booking:error.request'), or when a string is the whole key and has dots. Templates count by their
 * pattern.
 */
export function usesIn(sources: readonly Source[]): Uses {
  const asked: Uses['asked'] = new Map()
  const dotted: Uses['dotted'] = []
  const ask = (namespace: string, pattern: RegExp) =>
    asked.set(namespace, [...(asked.get(namespace) ?? []), pattern])
  for (const { program } of sources) {
    const { namespaces, keys, others } = textCalls(program)
    for (const { own, key } of keys.map(withoutNamespace)) {
      for (const namespace of own ? [own] : namespaces) ask(namespace, patternOf(key))
    }
    for (const { own, key } of others.map(withoutNamespace)) {
      if (!isDotted(key)) continue
      if (own) ask(own, patternOf(key))
      else dotted.push(patternOf(key))
    }
  }
  return { asked, dotted }
}

export const namespacesIn = ({ program }: Source): string[] => [...textCalls(program).namespaces]

/** Splits 'booking:error.request' into 'booking' and the rest. */
function withoutNamespace([first = '', ...rest]: string[]): { own: string | undefined; key: string[] } {
  const [, own, start = first] = /^(?:([\w-]+):)?(.*)$/s.exec(first) ?? []
  return { own, key: [start, ...rest] }
}

export function unusedKeys(namespace: string, texts: ReadonlyMap<string, string>, uses: Uses): string[] {
  const patterns = [...(uses.asked.get(namespace) ?? []), ...uses.dotted]
  return [...texts.keys()].filter((key) => {
    const { base } = splitPlural(key, texts)
    return !patterns.some((pattern) => pattern.test(base))
  })
}

/** The namespaces that a file reads, the keys that it uses from them, and all its other strings. */
function textCalls(program: ESTree.Program) {
  const namespaces = new Set<string>()
  const called = new Set(['t', 'exists'])
  const calls: { name: string; pieces: string[] }[] = []
  const others: string[][] = []
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init?.type !== 'CallExpression' || nameOf(init.callee) !== 'useTranslation') return
      for (const name of namesIn(init.arguments[0])) namespaces.add(name)
      if (id.type !== 'ObjectPattern') return
      for (const property of id.properties) {
        if (property.type === 'Property' && nameOf(property.key) === 't') called.add(nameOf(property.value))
      }
    },
    TSTypeReference({ typeName, typeArguments }) {
      if (nameOf(typeName) !== 'TFunction') return
      for (const type of typeArguments?.params ?? [])
        if (type.type === 'TSLiteralType') for (const name of namesIn(type.literal)) namespaces.add(name)
    },
    CallExpression({ callee, arguments: [key] }) {
      if (key) calls.push(...stringsIn(key).map(({ pieces }) => ({ name: nameOf(callee), pieces })))
    },
    Literal: (node) => others.push(...stringsIn(node).map(({ pieces }) => pieces)),
    TemplateLiteral: (node) => others.push(...stringsIn(node).map(({ pieces }) => pieces)),
  }).visit(program)
  const keys = calls.filter(({ name }) => called.has(name)).map(({ pieces }) => pieces)
  return { namespaces, keys, others }
}

function nameOf(node: ESTree.Node): string {
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return node.type === 'Identifier' ? node.name : ''
}

/** 'booking', or both of ['verify', 'booking']; i18next's default when there is none. */
function namesIn(node: ESTree.Node | undefined): string[] {
  if (!node) return [DEFAULT_NAMESPACE]
  const nodes = node.type === 'ArrayExpression' ? node.elements.filter((element) => element !== null) : [node]
  return nodes.flatMap((element) => stringsIn(element).map(({ pieces }) => pieces.join('')))
}

/** A key of several parts with a fixed first one. A file name looks the same, which does no harm. */
const isDotted = ([first = '', ...rest]: string[]) =>
  DOTTED.test(first) && rest.every((piece) => /^[\w.-]*$/.test(piece))

const patternOf = (pieces: string[]) => new RegExp(`^${pieces.map(escaped).join(ANY_PART)}$`)

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
