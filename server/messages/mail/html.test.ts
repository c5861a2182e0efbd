import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoLanguage, LANGUAGE_CODES } from '../../../domain/languages.ts'
import { patientMails, type SampleTexts, staffMails } from '../../operations/demo/sample-mails.ts'
import { htmlMail, sentence } from './html.ts'
import type { Mail } from './transport.ts'
import { wordsOf } from './words-of.fixture.ts'

const everyMail = (typed?: SampleTexts): [string, Mail][] =>
  Object.entries({ ...patientMails('en', typed), ...staffMails(typed) })

/** Tags, comments and attributes' names, with addresses left out: what a person could have added to. */
const markupOf = ({ html }: Mail) =>
  (html.replace(/<style>.*<\/style>/s, '').match(/<[^>]*>/g) ?? []).map((tag) =>
    tag.replace(/href="[^"]*"/, 'href'),
  )

/** Typed texts, also by people who know HTML. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onmouseover='alert(1)",
        '</style><style>*{display:none}',
        '<!--',
        '-->',
        '<![endif]-->',
        '&lt;b&gt;',
        'javascript:alert(1)',
        '{{name}}',
        '$&',
        '\u202e',
        'Ọládélé',
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join(' ')),
)
const anybody: fc.Arbitrary<SampleTexts> = fc.record({
  firstName: anyText,
  surname: anyText,
  clinic: anyText,
  address: anyText,
  phone: anyText,
  doctor: anyText,
  service: anyText,
  reason: anyText,
})

describe('every mail', () => {
  it('has the markup of our own template alone, whatever a person typed', () => {
    // Each text is present, so that nothing is left out of the mail.
    const usual = new Map(everyMail().map(([kind, mail]) => [kind, markupOf(mail)]))
    fc.assert(
      fc.property(anybody, (typed) => {
        const some = Object.fromEntries(
          Object.entries(typed).map(([name, text]) => [name, `x ${text}`]),
        ) as SampleTexts
        for (const [kind, mail] of everyMail(some)) expect(markupOf(mail), kind).toEqual(usual.get(kind))
      }),
      { numRuns: 60 },
    )
  })

  it.each(LANGUAGE_CODES.map(isoLanguage))(
    'contains all of its plain text in HTML too, in %s',
    (language) => {
      const mails = { ...patientMails(language), ...(language === 'en' ? staffMails() : {}) }
      for (const [kind, { text, html }] of Object.entries(mails)) {
        const words = `${wordsOf(html)} ${html.match(/href="[^"]*/g)?.join(' ')}`.replaceAll('&amp;', '&')
        // A row's label is elsewhere in HTML, and so is the time, in two pieces; the common parts are compared.
        const said = text
          .split('\n')
          .filter((line) => !/: {1,}\S/.test(line))
          .map((line) => line.replace(/:$/, ''))
          .flatMap((line) => (line.includes(' / ') ? line.split(' / ') : [line]))
        for (const line of said) expect.soft(words, `${language} ${kind}`).toContain(line)
      }
    },
  )

  it('loads nothing, and is small', () => {
    for (const [kind, { html, text }] of everyMail()) {
      expect(html, kind).not.toMatch(/<img|<link|<script|<iframe|src=|url\(|@import|@font-face/i)
      // Google's programs cut a mail off at 102 KB.
      expect(Buffer.byteLength(html), kind).toBeLessThan(8_000)
      expect(text.length, kind).toBeLessThan(1_500)
      // Longer lines are broken by servers on the way (RFC 5322, section 2.1.1).
      for (const line of text.split('\n')) expect(Buffer.byteLength(line), kind).toBeLessThan(998)
    }
  })

  it('has colours without a style sheet: each text its own, and each button its background', () => {
    for (const [kind, { html }] of everyMail()) {
      const tags = html.match(/<(?:p|a|td|th)\b[^>]*class="(?:ink|soft|link|row|card|fact|mark)[^>]*>/g) ?? []
      expect(tags.length, kind).toBeGreaterThan(2)
      for (const tag of tags) expect(tag, kind).toMatch(/color:#|background:#/)
    }
  })
})

it('a mail with no more than a sentence is complete', () => {
  const { text, html } = htmlMail({
    language: 'en',
    clinicName: 'Enamel',
    greeting: 'Hello Ada,',
    lead: 'we are closed.',
    notes: [sentence('Sorry.')],
  })
  expect(text).toBe('Hello Ada,\n\nwe are closed.\n\nSorry.\n\nEnamel\n')
  expect(wordsOf(html)).toBe('E Enamel Hello Ada, we are closed. Sorry. Enamel')
})

it('the plain text of a mail names each address once, with all that can be done there', () => {
  const visit = 'https://book.example.com/visit#abc'
  const { text } = htmlMail({
    language: 'en',
    clinicName: 'Enamel',
    greeting: 'Hello Ada,',
    lead: 'a time is free.',
    card: { big: '9:30 AM', rows: [['When', 'Monday at 9:30 AM']] },
    ask: 'Would you like it?',
    buttons: [
      { label: 'Take it', href: visit },
      { label: 'No, thanks', href: visit },
      { label: 'Call us', href: 'tel:+2347000000002' },
    ],
    rows: [{ label: 'Reference', value: 'ACDEFGHJ' }],
  })
  expect(text).toBe(`Hello Ada,

a time is free.

When:      Monday at 9:30 AM

Would you like it?

Take it / No, thanks:
${visit}

Call us:
tel:+2347000000002

Reference: ACDEFGHJ

Enamel
`)
})
