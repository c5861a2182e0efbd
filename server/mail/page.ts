import type { IsoLanguage } from '../../domain/languages.ts'
import { escapeHtml } from './text.ts'

/** The lines of a mail's plain text. */
export function plainText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

/**
 * One small page that old mail programs lay out too: no style sheet, no colours (so it suits light and dark alike),
 * nothing fetched from elsewhere.
 * @param blocks HTML, made with the functions below
 */
export function htmlPage(clinicName: string, blocks: readonly string[], language: IsoLanguage): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(clinicName)}</title>
</head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5">
${blocks.join('\n')}
</body>
</html>
`
}

/** A text on its own, escaped. */
export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

/** A text with a name in it: <bdi> keeps one that is written from right to left in its place. */
export function bdi(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}

/** A link, its words escaped. */
export function anchor(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}

/** An address in full, so that it can be read before it is opened. It may break anywhere: it is longer than a phone is wide. */
export function address(url: string): string {
  return `<p style="word-break:break-all">${anchor(url, url)}</p>`
}

/** Facts under their names, one a line, for plain text; the facts begin below one another. */
export function rowsOfText(rows: readonly [string, string][]): string[] {
  const widest = Math.max(...rows.map(([label]) => widthOf(label)))
  return rows.map(([label, value]) => `${label}:${' '.repeat(widest - widthOf(label) + 1)}${value}`)
}

/** In signs as they are seen: accents of their own, as Yoruba has them, take no room. */
const widthOf = (text: string) => text.replace(/\p{M}/gu, '').length

/** The same for HTML. */
export function tableOf(rows: readonly [string, string][]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th><td style="padding:4px 0">${bdi(value)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0">
${cells.join('\n')}
</table>`
}
