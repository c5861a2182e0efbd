import path from 'node:path'
import { Marked, type Tokens } from 'marked'
import { DOCS_FOLDER } from '../../../build/documents.ts'
import { DOCS } from '../../../contract/docs-address.ts'
import { escapeHtml } from '../../../server/platform/text/text.ts'
import type { Document } from './documents.ts'

/** A document as it is served, without what surrounds every page. */
export type Rendered = {
  address: string
  /** The first heading, as plain text. */
  title: string
  html: string
}

/**
 * Renders the documents as HTML. Links among them lead to their served addresses; a link to a file that is not served
 * becomes its path, since readers of the page do not have the sources.
 * @param isThere whether a file of the documentation's folder, such as a picture, can be served
 * @throws Error that names every dead link, and markup that the pages do not have
 */
export function renderDocuments(
  documents: readonly Document[],
  isThere: (file: string) => boolean,
): Rendered[] {
  const faults: string[] = []
  const known = new Map(documents.map((document) => [document.file, document]))
  const anchors = new Map(documents.map(({ file, text }) => [file, anchorsOf(text)]))
  const rendered = documents.map((document) => render(document))
  if (faults.length > 0) throw new Error(`The documentation is not whole.\n${faults.join('\n')}`)
  return rendered

  function render({ file, address, text }: Document): Rendered {
    const ids = idsInOrder()
    const fault = (what: string) => {
      faults.push(`${file}: ${what}`)
      return ''
    }
    let title = ''
    const marked = new Marked({
      renderer: {
        heading({ tokens, depth }) {
          const html = this.parser.parseInline(tokens)
          const words = plainText(html)
          if (depth === 1 && title === '') title = words
          return `<h${depth} id="${ids(words)}">${html}</h${depth}>\n`
        },
        link(token) {
          const html = this.parser.parseInline(token.tokens)
          return link(token, html)
        },
        image({ href, text: alt }) {
          const target = resolved(href)
          if (!target.startsWith(`${DOCS_FOLDER}/`) || !isThere(target))
            return fault(`the picture ${href} is not there`)
          return `<img src="${DOCS}${target.slice(DOCS_FOLDER.length)}" alt="${escapeHtml(alt)}">`
        },
        code({ text: code, lang }) {
          // Nothing here draws it, and readers of the page would see its source.
          if (lang === 'mermaid') return fault('a drawing in the words of Mermaid')
          return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`
        },
        table({ header, rows, align }) {
          const cell = (tag: 'th' | 'td') => (one: Tokens.TableCell, column: number) =>
            `<${tag}${align[column] === 'right' ? ' class="right"' : ''}>${this.parser.parseInline(one.tokens)}</${tag}>`
          const row = (cells: string[]) => `<tr>${cells.join('')}</tr>`
          // A head without words heads nothing.
          const named = header.map((one, column) => cell(one.text.trim() ? 'th' : 'td')(one, column))
          const isNamed = header.some((one) => one.text.trim() !== '')
          const head = isNamed ? `<thead>${row(named)}</thead>` : ''
          const body = rows.map((cells) => row(cells.map(cell('td')))).join('\n')
          // Wider than the page, it scrolls in a box of its own, by keyboard too.
          return `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`
        },
        html({ text: markup }) {
          const rest = markup.replace(/<!--[\s\S]*?-->/g, '').trim()
          if (rest === '' || rest === '<br>') return rest
          return fault(`markup that these pages do not have: ${rest.slice(0, 60)}`)
        },
      },
    })
    const html = marked.parse(text, { async: false })
    if (title === '') fault('has no heading')
    return { address, title, html }

    function resolved(href: string): string {
      return path.posix.join(path.posix.dirname(file), decodeURI(href))
    }

    function link({ href, raw }: Tokens.Link, html: string): string {
      // A link to the reader's own machine is an example.
      if (href.startsWith('http://localhost')) return html
      if (/^(?:https?|mailto):/.test(href))
        return `<a href="${escapeHtml(href)}" rel="noreferrer">${html}</a>`
      const [name = '', anchor] = href.split('#')
      const target = name === '' ? file : resolved(name)
      const document = known.get(target)
      if (document) {
        if (anchor !== undefined && !anchors.get(target)?.has(anchor)) fault(`${raw} names no heading`)
        return `<a href="${document.address}${anchor === undefined ? '' : `#${anchor}`}">${html}</a>`
      }
      if (/^[a-z]+:/.test(href) || target.endsWith('.md')) return fault(`${raw} is not served`)
      const isPath = plainText(html).includes(path.posix.basename(target))
      return isPath ? html : `${html} (<code>${escapeHtml(target)}</code>)`
    }
  }
}

/** Ids of headings in their order: a second one of the same words gets '-1', as on the sites that show Markdown. */
function idsInOrder(): (words: string) => string {
  const seen = new Map<string, number>()
  return (words) => {
    const id = words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(id) ?? 0
    seen.set(id, before + 1)
    return before === 0 ? id : `${id}-${before}`
  }
}

function anchorsOf(text: string): Set<string> {
  const ids = idsInOrder()
  const found = new Set<string>()
  const marked = new Marked({
    renderer: {
      heading({ tokens }) {
        found.add(ids(plainText(this.parser.parseInline(tokens))))
        return ''
      },
    },
  })
  marked.parse(text, { async: false })
  return found
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
}
