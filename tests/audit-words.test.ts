import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ACTIONS, READ_ACTIONS } from '../server/accounts/audit/actions.ts'
import texts from '../src/i18n/locales/en/audit.json' with { type: 'json' }

/** Codes as the server writes them: `action: 'staff.signed_in'`; two are built from parts. */
const written = () =>
  globSync('server/**/*.{ts,sql}')
    .filter((file) => !/\.(?:test|fixture)\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(
        /action: [^'\n]*'([a-z]+\.[a-z_]+)'|VALUES \('([a-z]+\.[a-z_]+)'/g,
      ),
    ])
    .map(([, code, inSql]) => code ?? inSql ?? '')

it('the audit page has words for each action that the server writes', () => {
  const codes = [...new Set(written())]
  expect(codes.length).toBeGreaterThan(20)
  expect(codes.filter((code) => !(code.replace('.', '_') in texts.actions))).toEqual([])
})

it('the list of audit actions is complete, and the page has words for each of them', () => {
  const known = Object.keys(ACTIONS)
  // Without actions of tests alone: SQL statements have no types.
  expect([...new Set(written())].filter((code) => !known.includes(code))).toEqual([])
  expect(Object.keys(texts.actions).toSorted()).toEqual(
    known.map((code) => code.replace('.', '_')).toSorted(),
  )
})

it('every action that sounds like a read counts as one', () => {
  const reads = Object.keys(ACTIONS).filter((code) =>
    /\.(?:read|listed|searched|prefetched|fetched|exported|export_ended)$/.test(code),
  )
  expect(reads.filter((code) => code !== 'audit.exported').toSorted()).toEqual([...READ_ACTIONS].toSorted())
})
