import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/*
 * Tables are looked up by texts of callers, and every object answers to 'constructor' and 'toString'. `ownValue()` of domain/own.ts
 * and maps do not; this finds the look-ups that do. A type tells a checked text from any other, so that only a table of any
 * names, a cast, and 'in' can go wrong.
 */
/** `ownValue()` itself, and a table whose names are all in the code. */
const CHECKED = ['domain/own.ts', 'src/session/open-forms.ts']
const files = globSync('{domain,contract,seal,build,server,sw,src}/**/*.{ts,tsx}').filter(
  (file) => !/\.(?:test|fixture)\.tsx?$/.test(file) && !CHECKED.includes(file),
)

const TABLE = /\b(?:const|let) (\w+): (?:Readonly<|Partial<)*Record<string,.*?> = /g
const CAST = /[\w)\]](?:\?\.)?\[[^[\]]+ as (?!HTML)[^\]]+\](?! (?:\?\?)?= )/
const IN = /(?:[(!?:]|&&|\|\||=>|return) ?!?\(?[a-z][\w.]* in [\w.]+/
const TEXTS = /'[^'\n]*'|`[^`]*`/g

it('no table is looked up by a text that may be the name of an inherited property', () => {
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const tables = [...source.matchAll(TABLE)].map(([, name]) => name)
    const lookUp =
      tables.length > 0
        ? new RegExp(`\\b(?:${tables.join('|')})(?:\\?\\.)?\\[(?!['\\]])[^\\]]+\\](?! (?:\\?\\?)?= )`)
        : null
    return source.split('\n').flatMap((line, index) => {
      if (/^\s*(?:\*|\/[/*])/.test(line) || line.includes('Object.hasOwn(')) return []
      const bare = line.replace(TEXTS, "''")
      const isWrong = lookUp?.test(bare) || CAST.test(bare) || (IN.test(bare) && !/\bfor \(/.test(bare))
      return isWrong ? [`${file}:${index + 1} ${line.trim()}`] : []
    })
  })
  expect(found).toEqual([])
})
