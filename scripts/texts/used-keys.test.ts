import { describe, expect, it } from 'vitest'
import { parseSource } from './source.ts'
import { unusedKeys, usesIn } from './used-keys.ts'

const uses = (...sources: string[]) => usesIn(sources.map((text, i) => parseSource(`${i}.tsx`, text)))
const isUsed = (key: string, ...sources: string[]) =>
  unusedKeys('booking', new Map([[key, '']]), uses(...sources)).length === 0

const READS = `const { t } = useTranslation('booking');`

describe('a key is used', () => {
  it.each([
    ['title', `${READS} t('title')`],
    ['code.late', `${READS} t(isLate ? 'code.late' : 'code.mayAsk')`],
    ['code.mayAsk', `${READS} t(isLate ? 'code.late' : 'code.mayAsk')`],
    ['steps.name.2', `${READS} t(\`steps.name.\${number}\`)`],
    ['field.required', `${READS} i18n.exists(\`booking:field.\${key}\`)`],
    ['title', `const { t: words } = useTranslation('booking'); words('title')`],
    ['title', `const { t } = useTranslation(['verify', 'booking']); t('title')`],
    ['title', `const { t } = useTranslation('verify'); t('booking:title')`],
    ['title', `function name(t: TFunction<'booking'>) { return t('title') }`],
    ['said.saved', `const key = \`booking:said.\${event}\``],
    ['validation.ended', `notify('info', 'validation.ended')`],
    ['genders.female', `const key = \`genders.\${gender}\` as const`],
  ])('%s by %s', (key, source) => expect(isUsed(key, source)).toBe(true))

  it('in each of its plural forms', () => {
    const texts = new Map([
      ['free_one', ''],
      ['free_other', ''],
      ['free_zero', ''],
    ])
    expect(unusedKeys('booking', texts, uses(`${READS} t('free', { count })`))).toEqual([])
    expect(unusedKeys('booking', texts, uses(READS))).toHaveLength(3)
  })
})

describe('a key is not used', () => {
  it.each([
    ['title', READS],
    ['title', `${READS} t('titles')`],
    ['title', `${READS} const title = 'title'`],
    ['title', `const { t } = useTranslation('verify'); t('title')`],
    ['title', `const { t } = useTranslation('booking'); t('verify:title')`],
    ['title', `const { t } = useTranslation(); t('title')`],
    ['steps.name.2.long', `${READS} t(\`steps.name.\${number}\`)`],
    ['steps.2', `${READS} t(\`steps.name.\${number}\`)`],
    ['said.saved', `const key = \`verify:said.\${event}\``],
    ['steps-name', `${READS} t(\`steps.name\`)`],
  ])('%s by %s', (key, source) => expect(isUsed(key, source)).toBe(false))

  it('by another file that only reads the namespace', () =>
    expect(isUsed('title', READS, `const { t } = useTranslation('verify'); t('title')`)).toBe(false))
})

it('a call without a namespace uses the common texts', () =>
  expect(
    unusedKeys('common', new Map([['language', '']]), uses('const { t } = useTranslation(); t("language")')),
  ).toEqual([]))

it('a source that cannot be parsed is named', () =>
  expect(() => parseSource('src/broken.tsx', 'const =')).toThrow('src/broken.tsx'))
