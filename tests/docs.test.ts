import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOCS_FOLDER, OTHER_DOCUMENTS } from '../build/documents.ts'
import { SETTINGS } from './support/settings.ts'

/*
 * The pages that people read: every link leads somewhere, every command is there, and the sections that comments in the
 * code name exist. The pages themselves are Markdown and are not run by anything else.
 */
const read = (file: string) => readFileSync(file, 'utf8')
const pages = globSync('{*,docs/**/*,bench/*,deploy/*,server/**/*,tests/**/*,.github/**/*}.md')
const scripts = Object.keys(JSON.parse(read('package.json')).scripts)

/** Without code blocks, in which brackets are no links and '#' is no heading. */
const prose = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')

/** The anchor that GitHub gives a heading; a second one of the same name gets '-1'. */
function anchorsOf(file: string): Set<string> {
  const seen = new Map<string, number>()
  const headings = [...prose(read(file)).matchAll(/^#{1,6} (.+)$/gm)]
  const anchors = headings.map(([, heading = '']) => {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = words.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  })
  return new Set(anchors)
}

/** Targets of the links and pictures of a page, without those to other sites. */
function linksOf(page: string): string[] {
  const text = prose(read(page))
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/`[^`\n]*`/g, '')
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => !/^[a-z]+:/.test(target))
}

/** The fault of a link; none when it leads to a file, and to a heading of it if it names one. */
function fault(page: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? page : path.join(path.dirname(page), decodeURI(file))
  if (!existsSync(target)) return `${page}: ${link} is not there`
  if (anchor === undefined) return
  if (statSync(target).isDirectory() || !anchorsOf(target).has(anchor))
    return `${page}: ${link} names no heading`
}

it('every link of a page leads to a file, and to a heading where it names one', () => {
  expect(pages.length).toBeGreaterThan(30)
  expect(
    pages.flatMap((page) =>
      linksOf(page)
        .map((link) => fault(page, link))
        .filter(Boolean),
    ),
  ).toEqual([])
})

it.each(['README.md', 'CONTRIBUTING.md', 'docs/README.md'])('every path that %s names exists', (page) => {
  const paths = [
    ...prose(read(page)).matchAll(/(?<![\w/.])(?:docs|server|src|domain|contract|tests)\/[\w./-]*\w/g),
  ]
  expect(paths.map(([name]) => name).filter((name) => !existsSync(name))).toEqual([])
})

it('every npm script that a page names exists', () => {
  // A release's notes name what that release had.
  const present = pages.filter((page) => page !== 'CHANGELOG.md')
  const named = present.flatMap((page) =>
    [...read(page).matchAll(/\bnpm (?:run (?:--silent )?)?(start|test|(?<=run |--silent )[\w:]+)/g)].map(
      ([, script = '']) => ({ page, script }),
    ),
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ script }) => !scripts.includes(script))).toEqual([])
})

it('the container image is built with every page that /docs uses', () => {
  const lines = read('deploy/Dockerfile.dockerignore').split('\n')
  const isLeftOut = (file: string) =>
    lines.includes(file.split('/', 1)[0] ?? '') || (lines.includes('*.md') && /^[^/]+\.md$/.test(file))
  const files = [`${DOCS_FOLDER}/README.md`, ...Object.keys(OTHER_DOCUMENTS)]
  expect(files.filter((file) => isLeftOut(file) && !lines.includes(`!${file}`))).toEqual([])
})

describe('the README', () => {
  const lines = read('README.md').trimEnd().split('\n')

  it('has at most 90 lines', () => expect(lines.length).toBeLessThanOrEqual(90))

  it('has the two commands within the first 40', () => {
    const top = lines.slice(0, 40).join('\n')
    expect(top).toContain('npm ci && npm start')
    expect(top).toContain('npm ci && npm test')
  })
})

it('the index of decisions names each of them', () => {
  const index = read('docs/decisions/README.md')
  const notes = globSync('docs/decisions/[0-9]*.md').map((file) => path.basename(file))
  expect(notes.filter((note) => !index.includes(`(${note})`))).toEqual([])
})

it('.env.example has every setting of the server, and configuration.md describes each', () => {
  expect(SETTINGS.length).toBeGreaterThan(15)
  const [example, page] = [read('.env.example'), read('docs/configuration.md')]
  expect(SETTINGS.filter((name) => !example.includes(`# ${name}=`) || !page.includes(`\`${name}\``))).toEqual(
    [],
  )
})

/** The text of each section of a page, by its number. */
function sectionsOf(page: string): Map<number, string> {
  const parts = read(page).split(/^## (?=\d+\. )/m)
  return new Map(parts.map((part) => [Number.parseInt(part, 10), part.toLowerCase()]))
}

it('every section of the specification that a comment cites contains the cited words', () => {
  const sections = sectionsOf('docs/specification.md')
  // "(specification, sections 5 and 7)", "the specification's (section 7)", "section 2: 'Step 4'".
  const NAMED =
    /(?<!PNG )\bspecification(?:'s| has it)?[, (]\s*(?:\*\s+)?\(?sections? (\d+)(?: and (\d+))?(?:: '([^']+)')?/gi
  const named = globSync('{contract,domain,server,src,sw,tests,scripts,build}/**/*.{ts,tsx}').flatMap(
    (file) =>
      [...read(file).matchAll(NAMED)].flatMap(([, first, second, words = '']) =>
        [first, second].flatMap((number) => (number ? [{ file, number, words }] : [])),
      ),
  )
  expect(named.length).toBeGreaterThan(100)
  const missing = named.filter(({ number, words }) => {
    const section = sections.get(Number(number))
    return section === undefined || !section.includes(words.toLowerCase())
  })
  expect(missing).toEqual([])
})

it('every page and every decision that a comment names exists', () => {
  const decisions = new Set(
    globSync('docs/decisions/[0-9]*.md').map((file) => path.basename(file).slice(0, 3)),
  )
  const named = globSync('{contract,domain,seal,server,src,sw,tests,scripts,build,bench,deploy}/**/*.*')
    .filter((file) => /\.(tsx?|mjs|sql|yaml|yml|html)$/.test(file) && statSync(file).isFile())
    .flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/(?:decisions\/(\d{3})|[a-z-]+\.md)/g)].map(([name, number]) => ({
        file,
        name,
        isThere: number === undefined ? existsSync(name) : decisions.has(number),
      })),
    )
  expect(named.length).toBeGreaterThan(40)
  // Tests of the documentation's own build make up a page.
  expect(named.filter(({ name, isThere }) => !isThere && name !== 'docs/page.md')).toEqual([])
})

it('the clinic’s drafts for an auditor name existing tests', () => {
  const drafts = globSync('docs/privacy/*.md')
  const named = drafts.flatMap((draft) =>
    [...read(draft).matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`/g)].map(([, test = '']) => ({ draft, test })),
  )
  expect(named.length).toBeGreaterThan(25)
  expect(named.filter(({ test }) => !existsSync(test))).toEqual([])
})
