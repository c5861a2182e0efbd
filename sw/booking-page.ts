import { ENGLISH, inLanguage, type LanguagePage } from './in-language.ts'
import { cachedLanguage, languageFile } from './language-part.ts'
import type { LanguageParts } from './precache.ts'

/**
 * The kept booking page in the language that is chosen here. Where that part of it is not on the device the page waits for
 * the app before it is seen, from its first paint on.
 */
export async function inChosenLanguage(page: Response, parts: LanguageParts): Promise<Response> {
  const iso = await cachedLanguage()
  if (!iso) return page
  const english = await page.text()
  const headers = new Headers(page.headers)
  // Those of the text as it was sent.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  const address = parts[iso]?.page
  const said = address && (await languageFile(new Request(address)).then(read, () => undefined))
  const html = said
    ? inLanguage(english, iso, said)
    : english.replace(ENGLISH, `<html lang="${iso}" data-waits>`)
  return new Response(html, { headers })
}

async function read(answer: Response): Promise<LanguagePage | undefined> {
  return answer.ok ? ((await answer.json()) as LanguagePage) : undefined
}
