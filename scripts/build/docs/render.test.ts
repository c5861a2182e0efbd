import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_LINKS } from '../../../contract/docs-address.ts'
import { readDocuments } from './documents.ts'
import { framed, NOT_FOUND } from './frame.ts'
import { renderDocuments } from './render.ts'

const operations = {
  file: 'docs/operations.md',
  address: '/docs/operations',
  text: '# Running it\n\n## Backup',
}
const at = (text: string, file = 'docs/page.md') => ({
  file,
  address: '/docs/page',
  text: `# A page\n\n${text}`,
})
const rendered = (text: string, file?: string) =>
  renderDocuments([at(text, file), operations], (name) => name === 'docs/images/there.png')[0]?.html ?? ''

describe('a page of the documentation', () => {
  it.each([
    ['another page', '[x](operations.md)', '<a href="/docs/operations">x</a>'],
    ['a section', '[x](operations.md#backup)', '<a href="/docs/operations#backup">x</a>'],
    ['a section of its own', '[x](#a-page)', '<a href="/docs/page#a-page">x</a>'],
    ['a site', '[x](https://example.com/a)', '<a href="https://example.com/a" rel="noreferrer">x</a>'],
    ["the reader's machine", 'http://localhost:3000', '<p>http://localhost:3000</p>'],
    ['a source file', '[the file](../server/app.ts)', 'the file (<code>server/app.ts</code>)'],
    ['a source file by its name', '[`app.ts`](../server/app.ts)', '<p><code>app.ts</code></p>'],
    [
      'a picture',
      '![A "day"](images/there.png)',
      '<img src="/docs/images/there.png" alt="A &quot;day&quot;">',
    ],
  ])('leads to %s', (_, text, html) => expect(rendered(text)).toContain(html))

  it('leads to the same pages from outside its folder', () =>
    expect(rendered('[x](docs/operations.md)', 'README.md')).toContain('<a href="/docs/operations">x</a>'))

  it.each([
    ['a page that is not there', '[x](gone.md)'],
    ['a section that is not there', '[x](operations.md#gone)'],
    ['a picture that is not there', '![x](images/gone.png)'],
    ['a script', '[x](javascript:alert)'],
    ['markup', '<b onclick="x">bold</b>'],
    ['a drawing that nothing draws', '```mermaid\nflowchart BT\n```'],
    ['a page without a heading', '', ''],
  ])('with %s stops the build, and the error names the page', (_, text, whole?: string) => {
    const document = whole === undefined ? at(text) : { ...at(''), text: 'no heading' }
    expect(() => renderDocuments([document, operations], () => false)).toThrow('docs/page.md: ')
  })

  it('has ids for its headings, each once', () => {
    const html = rendered('## `npm` & more\n\n## Twice\n\n## Twice')
    expect([...html.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'a-page',
      'npm--more',
      'twice',
      'twice-1',
    ])
  })

  it('has no comments, and text as text', () => {
    expect(rendered('<!-- for us -->')).not.toContain('for us')
    expect(rendered('```\n<script>\n```')).toContain('<code>&lt;script&gt;</code>')
  })
})

describe('the documentation of the project', () => {
  const documents = readDocuments('.')
  const pages = renderDocuments(documents, existsSync)

  it('has no dead link, and an address for each page', () => {
    expect(pages.length).toBeGreaterThan(40)
    expect(new Set(pages.map(({ address }) => address)).size).toBe(pages.length)
    expect(documents[0]).toMatchObject({ file: 'docs/README.md', address: '/docs' })
  })

  it('has the pages that the settings panel links to', () => {
    const addresses = pages.map(({ address }) => address)
    expect(addresses).toEqual(expect.arrayContaining(Object.values(DEFAULT_LINKS)))
  })

  it('has no script but the one for the stored mode, and no style attribute', () => {
    for (const page of [...pages, NOT_FOUND]) {
      const html = framed(page, { clinicName: 'A & B', pages })
      expect([...html.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)).toEqual(['<script src="/early.js">'])
      expect(html).not.toMatch(/<[^>]+\sstyle=/)
      expect(html).toContain(' - A &amp; B</title>')
    }
  })
})
