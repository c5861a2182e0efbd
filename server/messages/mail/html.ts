import type { IsoLanguage } from '../../../domain/languages.ts'
import { escapeHtml } from '../../platform/text/text.ts'
import { DARK, LIGHT } from './mail-colours.ts'

/** A sentence in both formats; `html` is escaped already. */
export type Passage = { text: string; html: string }
export const sentence = (text: string): Passage => ({ text, html: escapeHtml(text) })

/** <bdi> isolates right-to-left names from the text around them. */
export const bdi = (text: string) => `<bdi>${escapeHtml(text)}</bdi>`

/** Label and value, as rows of plain text show them. */
export type PlainRow = readonly [label: string, value: string]

export type MailButton = {
  label: string
  /** An absolute address. */
  href: string
  /** Whether the address is shown in full too, to be read before it is opened: links that open an account. */
  isSpelled?: boolean
}

/** The subject at a glance. */
export type MailCard = {
  /** The day in words. */
  day?: string
  /** The largest text: the time, or a code. */
  big: string
  /** Small, after `big`: the time zone. */
  aside?: string
  /** Service, doctor, how it was before. */
  lines?: readonly string[]
  /** `gone`: struck through, for what does not take place. `code`: letters apart. */
  kind?: 'usual' | 'gone' | 'code'
  /** The same in plain text. */
  rows: readonly PlainRow[]
}

export type MailRow = {
  label: string
  value: string
  /** Makes the value a link. */
  href?: string
  isStrong?: boolean
  /** A link under the value; plain text leaves it out, unless `isInPlain`. */
  more?: Pick<MailButton, 'label' | 'href'> & { isInPlain?: boolean }
}

/** A mail from top to bottom. Texts are plain; the template alone makes HTML of them. */
export type MailLayout = {
  language: IsoLanguage
  /** In one line. */
  clinicName: string
  /** Precedes the card, so that lists of mails and notifications show it; the greeting comes after it then. */
  first?: string
  greeting: string
  /** Follows the greeting, on a line of its own. */
  lead: string
  card?: MailCard
  /** Quoted messages about it. */
  said?: readonly Passage[]
  /** Question above the buttons. */
  ask?: string
  /** The first one is filled. */
  buttons?: readonly MailButton[]
  rows?: readonly MailRow[]
  notes?: readonly Passage[]
  /** Small, under everything; those with an address are links beside the clinic's name. */
  foot?: readonly { text: string; href?: string }[]
}

/**
 * The one design of all mails: one column of 552, at 480 and less of the whole width with buttons under one another.
 * Nothing is loaded: no image, no font, no tracking pixel. Colours are inline for programs that drop style sheets; the
 * sheet has the rules for narrow and dark screens. Both formats say the same, in the same order: what and when, then
 * the possible actions, then the place.
 */
export function htmlMail(layout: MailLayout): { text: string; html: string } {
  return { text: plainPart(layout), html: htmlPart(layout) }
}

function plainPart(layout: MailLayout): string {
  const { clinicName, first = '', greeting, lead, card, ask = '', foot = [] } = layout
  const { said = [], buttons = [], rows = [], notes = [] } = layout
  const glance = card?.rows ?? []
  const aligned = alignedRows([...glance, ...rows.map(({ label, value }): PlainRow => [label, value])]).map(
    (line, at) => {
      const more = rows[at - glance.length]?.more
      return more?.isInPlain ? `${line}\n${more.label}: ${more.href}` : line
    },
  )
  const isInterrupted = said.length > 0 || buttons.length > 0
  const facts = isInterrupted ? aligned.slice(0, glance.length) : aligned
  const whereabouts = isInterrupted ? aligned.slice(glance.length) : []
  const paragraphs = [
    first,
    greeting,
    lead,
    facts.join('\n'),
    ...said.map(({ text }) => text),
    ask,
    ...addresses(buttons),
    whereabouts.join('\n'),
    ...notes.map(({ text }) => text),
    ...foot.map(({ text, href }) => (href ? `${text}:\n${href}` : text)),
    clinicName,
  ]
  return `${paragraphs.filter((text) => text !== '').join('\n\n')}\n`
}

/** Each address once, after what can be done there; alone where there is one thing that was just asked for. */
function addresses(buttons: readonly MailButton[]): string[] {
  const [only] = buttons
  if (only && buttons.length === 1) return [only.href]
  const byAddress = Map.groupBy(buttons, ({ href }) => href)
  return Array.from(byAddress, ([href, group]) => `${group.map(({ label }) => label).join(' / ')}:\n${href}`)
}

/** Label and value per line, with aligned values. */
function alignedRows(rows: readonly PlainRow[]): string[] {
  const widest = Math.max(0, ...rows.map(([label]) => widthOf(label)))
  return rows.map(([label, value]) => `${label}:${' '.repeat(widest - widthOf(label) + 1)}${value}`)
}

/** Visible width: combining accents, as in Yoruba, take no room. */
const widthOf = (text: string) => text.replace(/\p{M}/gu, '').length

/** Noto has all letters of Yoruba and Igbo, with their marks. */
const FONT = `font-family:'Noto Sans',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const TEXT = `margin:0;font-size:16px;line-height:24px;color:${LIGHT.ink}`
const SOFT = `margin:0;font-size:16px;line-height:24px;color:${LIGHT.soft}`

/** Rules for narrow or dark screens. A class says what a box is, so that each is named once here. */
const SHEET = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.page{padding:0!important}.card{border-width:0 0 1px!important;border-radius:0!important;padding:16px 16px 24px!important}.foot{padding:16px!important}.button{display:block!important;margin:0 0 8px!important}.button table{width:100%!important}}
@media (prefers-color-scheme:dark){.page{background:${DARK.page}!important}.card{background:${DARK.card}!important;border-color:${DARK.line}!important}.fact{background:${DARK.tint}!important;border-color:${DARK.line}!important;border-left-color:${DARK.brand}!important}.gone{border-left-color:${DARK.control}!important}.row{border-color:${DARK.line}!important}.ink{color:${DARK.ink}!important}.soft{color:${DARK.soft}!important}.link{color:${DARK.brand}!important}.mark,.first td{background:${DARK.brand}!important}.mark,.first a{color:${DARK.onBrand}!important}.first td{border-color:${DARK.brand}!important}.other td{background:${DARK.card}!important;border-color:${DARK.control}!important}.other a{color:${DARK.brand}!important}}`

function htmlPart(layout: MailLayout): string {
  const { language, clinicName, first, greeting, lead, card, ask } = layout
  const { said = [], buttons = [], rows = [], notes = [], foot = [] } = layout
  const salute = `${bdi(greeting)}<br>${escapeHtml(lead)}`
  const beforeCard = first ? escapeHtml(first) : salute
  const blocks = [
    brand(clinicName),
    inked(beforeCard),
    ...(card ? [fact(card)] : []),
    ...(first ? [inked(salute)] : []),
    ...said.map(({ html }) => inked(html)),
    ...(ask ? [inked(escapeHtml(ask))] : []),
    ...(buttons.length > 0
      ? [`<div style="padding-bottom:12px">${buttons.map(button).join('\n')}</div>`]
      : []),
    ...(rows.length > 0 ? [table(rows)] : []),
    ...notes.map(({ html }) => `<p class="soft" style="${SOFT};padding-top:16px">${html}</p>`),
  ]
  const links = foot.flatMap(({ text, href }) => (href ? [link(text, href)] : []))
  const smallPrint = [
    ...foot.flatMap(({ text, href }) => (href ? [] : [escapeHtml(text)])),
    [escapeHtml(clinicName), ...links].join(' · '),
  ]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(clinicName)}</title>
<style>
${SHEET}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page};${FONT}">
${first ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(first)}</div>\n` : ''}<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" align="center" style="padding:24px;background:${LIGHT.page};overflow-wrap:anywhere">
<!--[if mso]><table role="presentation" width="552"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:552px;text-align:left">
<tr><td class="card" style="padding:28px 40px 32px;background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px">
${blocks.join('\n')}
</td></tr>
<tr><td class="foot soft" style="padding:16px 24px;font-size:14px;line-height:20px;color:${LIGHT.soft}">
${smallPrint.join('<br>\n')}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

const inked = (html: string) => `<p class="ink" style="${TEXT};padding-bottom:16px">${html}</p>`

const link = (label: string, href: string) =>
  `<a class="link" href="${escapeHtml(href)}" style="color:${LIGHT.brand}">${escapeHtml(label)}</a>`

/** The clinic's first letter on its colour, and its name: a picture would have to be fetched or attached. */
function brand(clinicName: string): string {
  const letter = Array.from(clinicName)[0] ?? ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin-bottom:24px"><tr>
<td width="32" valign="top" aria-hidden="true"><div class="mark" style="width:32px;height:32px;background:${LIGHT.brand};border-radius:10px;color:${LIGHT.onBrand};font-size:18px;font-weight:bold;line-height:32px;text-align:center">${escapeHtml(letter)}</div></td>
<td class="ink" style="padding-left:12px;font-size:16px;line-height:20px;font-weight:bold;color:${LIGHT.ink}">${bdi(clinicName)}</td>
</tr></table>`
}

function fact({ day, big, aside, lines = [], kind = 'usual' }: MailCard): string {
  const isGone = kind === 'gone'
  const [tone, colour, bar] = isGone ? ['soft', LIGHT.soft, LIGHT.control] : ['ink', LIGHT.ink, LIGHT.brand]
  const words = (text: string) => (isGone ? `<s>${escapeHtml(text)}</s>` : escapeHtml(text))
  const apart = kind === 'code' ? ';letter-spacing:4px' : ''
  const own = (style: string, html: string) =>
    `<p class="${tone}" style="margin:0;color:${colour};${style};font-weight:bold">${html}</p>\n`
  const small = aside
    ? ` <span class="soft" style="font-size:14px;font-weight:normal;white-space:nowrap;color:${LIGHT.soft}">${escapeHtml(aside)}</span>`
    : ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin-bottom:20px"><tr><td class="fact${isGone ? ' gone' : ''}" style="padding:16px 20px;background:${LIGHT.tint};border:1px solid ${LIGHT.line};border-left:4px solid ${bar};border-radius:8px">
${day ? own('font-size:16px;line-height:24px', words(day)) : ''}${own(`font-size:28px;line-height:40px${apart}`, `${words(big)}${small}`)}${lines.map((line) => `<p class="ink" style="${TEXT}">${bdi(line)}</p>`).join('\n')}
</td></tr></table>`
}

/** A cell has the colour and the height, since Outlook ignores both on a link. */
function button({ label, href, isSpelled }: MailButton, at: number): string {
  const isFirst = at === 0
  const [ground, line, ink] = isFirst
    ? [LIGHT.brand, LIGHT.brand, LIGHT.onBrand]
    : [LIGHT.card, LIGHT.control, LIGHT.brand]
  const url = escapeHtml(href)
  const spelled = isSpelled
    ? `\n<p style="margin:8px 0 0;font-size:14px;line-height:20px;word-break:break-all">${link(href, href)}</p>`
    : ''
  return `<div class="button" style="display:inline-block;vertical-align:top;margin:0 4px 8px 0"><table role="presentation" class="${isFirst ? 'first' : 'other'}" cellpadding="0" cellspacing="0"><tr><td align="center" height="46" style="background:${ground};border:1px solid ${line};border-radius:8px;mso-padding-alt:11px 16px"><a href="${url}" style="display:block;padding:11px 16px;font-size:16px;line-height:24px;font-weight:bold;text-decoration:none;color:${ink}">${escapeHtml(label)}</a></td></tr></table>${spelled}</div>`
}

function table(rows: readonly MailRow[]): string {
  const cell = `padding:8px 0;border-top:1px solid ${LIGHT.line};font-size:16px;line-height:24px;vertical-align:top`
  const value = ({ value: words, href, isStrong, more }: MailRow) => {
    const shown = href ? link(words, href) : bdi(words)
    return `${isStrong ? `<strong>${shown}</strong>` : shown}${more ? `<br>${link(more.label, more.href)}` : ''}`
  }
  const lines = rows.map(
    (row) =>
      `<tr><th class="row soft" scope="row" align="left" style="${cell};overflow-wrap:normal;padding-right:16px;font-weight:normal;color:${LIGHT.soft}">${escapeHtml(row.label)}</th><td class="row ink" width="99%" style="${cell};color:${LIGHT.ink}">${value(row)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0">
${lines.join('\n')}
</table>`
}
