export const ENGLISH = '<html lang="en">'
const TITLE = /<title>[^<]*<\/title>/
const ROOT = '<div id="root">'
/** What follows the root (src/app/prerender.tsx). */
const AFTER_ROOT = '</div><template id="not-loaded">'

/** What the booking page says in another language than English; all else is the same in both. */
export type LanguagePage = {
  title: string
  /** The markup inside #root. Its rules are those of English. */
  html: string
}

/** @returns the page in another language */
export function inLanguage(english: string, iso: string, { title, html }: LanguagePage): string {
  const begin = english.indexOf(ROOT) + ROOT.length
  const end = english.indexOf(AFTER_ROOT)
  return (english.slice(0, begin) + html + english.slice(end))
    .replace(ENGLISH, `<html lang="${iso}">`)
    .replace(TITLE, () => `<title>${escaped(title)}</title>`)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
