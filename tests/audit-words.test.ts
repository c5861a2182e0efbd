import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import texts from '../src/i18n/locales/en/audit.json' with { type: 'json' }

/** Codes as the server writes them: `action: 'staff.signed_in'`; two are put together from parts. */
const written = () =>
  globSync('server/**/*.{ts,sql}')
    .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /action: [^'\n]*'([a-z]+\.[a-z_]+)'|VALUES \('([a-z]+\.[a-z_]+)'/g,
      ),
    ])
    .map(([, code, inSql]) => code ?? inSql ?? '')

it('the page of the audit trail has words for each action that the server writes', () => {
  const codes = [...new Set(written())]
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter((code) => !(code.replace('.', '_') in texts.actions))).toEqual([])
})
