import { createHash } from 'node:crypto'
import type { Prerendered } from '../../src/app/prerendered.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] as string)

/** The words of a page's head, as plain text. */
export type Head = { title: string; description: string }

/** The page for every address that is not prerendered: an empty root that the app fills. */
export function shellPage(template: string, head: Head): string {
  return checked(withHead(template, head, ''))
}

/**
 * The prerendered page: markup in the root, all its rules in one style block, and the chunks that
 * bring it to life announced in the head.
 * @returns the page and the Content-Security-Policy source of its style block.
 * @throws when the markup has what the policy forbids.
 */
export function prerenderedPage(
  template: string,
  head: Omit<Head, 'title'>,
  page: Prerendered,
  preload: readonly string[],
): { html: string; styleHash: string } {
  const css = followDevice(page.css)
  if (css.includes('</')) throw new Error('A style rule of the prerendered page would end its style block.')
  const style = `<style data-emotion="css ${page.emotionIds}">${css}</style>`
  const links = preload.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  const html = withHead(template, { ...head, title: page.title }, [style, ...links].join('\n    ')).replace(
    '<div id="root"></div>',
    () => `<div id="root">${page.html}</div>`,
  )
  return { html: checked(html), styleHash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
}

/**
 * Makes the dark scheme hold by the device's wish too, for as long as no script has said which one is
 * chosen: the theme alone binds it to the attribute that its script sets.
 */
export function followDevice(css: string): string {
  const dark = /\[data-mode="?dark"?\]\{([^}]*)\}/.exec(css)
  if (!dark) throw new Error('The dark colours are not in the styles of the prerendered page.')
  return `${css}@media (prefers-color-scheme:dark){:root:not([data-mode]){${dark[1]}}}`
}

function withHead(template: string, head: Head, extra: string): string {
  return template
    .replaceAll('%TITLE%', () => escapeHtml(head.title))
    .replaceAll('%DESCRIPTION%', () => escapeHtml(head.description))
    .replace('<!--head-->', () => extra)
}

/** The Content-Security-Policy refuses these silently in the browser; here it is loud. */
function checked(html: string): string {
  const styled = /<[^>]+\sstyle\s*=/i.exec(html.replace(/<style[^>]*>[^<]*<\/style>/g, ''))
  if (styled) throw new Error(`A style attribute would be ignored by the browser: ${styled[0].slice(0, 200)}`)
  if (/<script(?![^>]*\ssrc=)[^>]*>/i.test(html)) throw new Error('The page has an inline script.')
  if (/<[^>]+\son[a-z]+\s*=/i.test(html)) throw new Error('The page has an inline event handler.')
  return html
}
