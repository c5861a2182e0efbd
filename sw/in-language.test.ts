import { expect, it } from 'vitest'
import { inLanguage } from './in-language.ts'

const page = (lang: string, title: string, root: string) =>
  `<html lang="${lang}"><head><title>${title}</title><style>.a{}</style></head>` +
  `<body><div id="root">${root}</div><template id="not-loaded"><p>$&</p></template></body></html>`

it('a page in another language is the cached page with the words of that language', () =>
  expect(
    inLanguage(page('en', 'Book', '<h1>Book</h1>'), 'de', { title: 'A & $& B', html: '<h1>$1 Termin</h1>' }),
  ).toBe(page('de', 'A &amp; $&amp; B', '<h1>$1 Termin</h1>')))
