import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isoLanguage, LANGUAGE_CODES } from '../domain/languages.ts'
import { patientMails, staffMails } from '../server/operations/demo/sample-mails.ts'
import { escapeHtml } from '../server/platform/text/text.ts'

/*
 * Writes every kind of mail, in every language, as pages to look at in a browser: `npm run mails`, with a folder when it
 * is not the default. Everybody in them is invented.
 */
const folder = path.resolve(process.argv[2] ?? 'data/mails')
await mkdir(folder, { recursive: true })

const entries: string[] = []
for (const language of LANGUAGE_CODES.map(isoLanguage)) {
  const mails = { ...patientMails(language), ...(language === 'en' ? staffMails() : {}) }
  for (const [kind, { subject, html, text }] of Object.entries(mails)) {
    const name = `${language}-${kind.replaceAll(' ', '-')}`
    await writeFile(path.join(folder, `${name}.html`), html)
    await writeFile(path.join(folder, `${name}.txt`), text)
    entries.push(
      `<li>${language}: <a href="${name}.html">${kind}</a> (<a href="${name}.txt">plain</a>) ${escapeHtml(subject)}</li>`,
    )
  }
}
const index = path.join(folder, 'index.html')
await writeFile(
  index,
  `<!doctype html><meta charset="utf-8"><title>Mails</title><ul>\n${entries.join('\n')}\n</ul>\n`,
)
console.log(`${entries.length} mails: ${index}`)
