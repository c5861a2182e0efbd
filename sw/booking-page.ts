import { cachedLanguage } from './language-part.ts'

const ENGLISH = '<html lang="en">'

/**
 * The kept booking page, which is written down in English, for whoever has chosen a language: in another one it waits
 * for the app before it is seen, from its first paint on (the page's own early script would come too late for that).
 */
export async function inChosenLanguage(page: Response): Promise<Response> {
  const iso = await cachedLanguage()
  if (!iso) return page
  const html = await page.text()
  const headers = new Headers(page.headers)
  // Those of the text as it was sent.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response(html.replace(ENGLISH, `<html lang="${iso}" data-waits>`), { headers })
}
