import type { IsoLanguage } from '../../domain/languages.ts'
import { escapeHtml } from './text.ts'

export function plainText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

/**
 * A page that old mail programs render too: no style sheet, no colours (so it suits light and dark alike), no
 * external resources.
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

export function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`
}

/** <bdi> isolates right-to-left names from the text around them. */
export function bdi(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}

/** Escapes the label. */
export function anchor(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}

/**
 * Shows the address in full, to be read before opening. It may break anywhere, since it is wider than a
 * phone.
 */
export function address(url: string): string {
  return `<p style="word-break:break-all">${anchor(url, url)}</p>`
}

/** Label and value per line of plain text, with aligned values. */
export function rowsOfText(rows: readonly [string, string][]): string[] {
  const widest = Math.max(...rows.map(([label]) => widthOf(label)))
  return rows.map(([label, value]) => `${label}:${' '.repeat(widest - widthOf(label) + 1)}${value}`)
}

/** Visible width: combining accents, as in Yoruba, take no room. */
const widthOf = (text: string) => text.replace(/\p{M}/gu, '').length

/** The same rows in HTML. */
export function tableOf(rows: readonly [string, string][]): string {
  const cells = rows.map(
    ([label, value]) =>
      `<tr><th align="left" valign="top" style="padding:4px 16px 4px 0">${escapeHtml(label)}</th><td style="padding:4px 0">${bdi(value)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0">
${cells.join('\n')}
</table>`
}
