import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/*
 * A time is written one way ('9:30 AM' in English, specification, section 2). These are all the places that format it:
 * code that shows a time calls one of them, and a new one has to be named here with its reason.
 */
const PLACES: Record<string, string> = {
  'src/ui/format-time.ts': 'every time on a screen',
  'src/ui/pickers/time-pattern.ts': 'the same in the fields of pickers',
  'src/ui/pickers/by-intl.ts': 'what dayjs must know of a language that it does not have; no picker shows it',
  'src/ui/pickers/moment-field.tsx': 'what a form holds, which is as on the wire',
  'domain/clinic-time.ts': 'the English form without the data of a browser; times on the wire',
  'server/book/list/export-csv.ts': 'the exported file, which is in English',
  'server/book/import/book-visit.ts': 'the words about times of a file that is imported',
  'server/platform/http/openapi.ts': 'the words about times on the wire',
  'server/platform/text/spoken-time.ts': 'times of mails and SMS',
}

/** Patterns of dayjs with an hour, hours of Intl, and the ways to leave the form to a device. */
const WRITES_TIMES =
  /\b[Hh]{1,2}:mm\b|\bhour: '|\bhour12: |timeStyle|toLocaleTimeString|toLocaleString\(\)|\btwelveHourTime\(|['"]LTS?['"]|\bhours12h\b/

const code = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')

it('times are formatted in the listed modules, and nowhere else', () => {
  const files = globSync('{contract,domain,server,src,sw}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\./.test(file),
  )
  const found = files.filter((file) => WRITES_TIMES.test(code(file)))
  expect(found.sort()).toEqual(Object.keys(PLACES).sort())
})
