import { describe, expect, it } from 'vitest'
import { escapeHtml, oneLine } from './text.ts'

describe('oneLine', () => {
  it.each([
    ['Ada\r\nBcc: thief@example.com', 'Ada Bcc: thief@example.com'],
    ['  Ada \u0000 Obi ', 'Ada Obi'],
    ['\u202eadA\u202c', 'adA'],
    ['a\u2028b', 'a b'],
    ['lone \ud800 half', 'lone \ufffd half'],
    ['Zoë 👩🏽‍⚕️ عمر', 'Zoë 👩🏽‍⚕️ عمر'],
  ])('turns %j into %j', (text, line) => expect(oneLine(text)).toBe(line))
})

it('markup in a text is escaped for HTML', () => {
  expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
  )
})
