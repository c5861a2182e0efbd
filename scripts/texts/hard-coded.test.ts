import { describe, expect, it } from 'vitest'
import { hardCodedTexts } from './hard-coded.ts'
import { parseSource } from './source.ts'

const faults = (text: string) => hardCodedTexts(parseSource('src/page.tsx', text))

describe('a hard-coded text is found', () => {
  it.each([
    [`<p>Good morning</p>`, 'Good morning', 'between tags'],
    [`<>Good morning</>`, 'Good morning', 'between tags'],
    [`<p>{'Good morning'}</p>`, 'Good morning', 'between tags'],
    [`<p>{early ? 'Good morning' : t('late')}</p>`, 'Good morning', 'between tags'],
    [`<p>{early && 'Good morning'}</p>`, 'Good morning', 'between tags'],
    [`<p>{name ?? 'Nobody'}</p>`, 'Nobody', 'between tags'],
    [`<p>{\`\${name} is here\`}</p>`, '… is here', 'between tags'],
    [`<p>{'Good ' + name}</p>`, 'Good', 'between tags'],
    [`<button aria-label="Close" />`, 'Close', 'as aria-label'],
    [`<img alt={'A tooth'} />`, 'A tooth', 'as alt'],
    [`<input placeholder="Name" />`, 'Name', 'as placeholder'],
    [`<Field label={isNew ? t('new') : 'Old'} />`, 'Old', 'as label'],
    [`const options = [{ value: 1, label: 'First' }]`, 'First', 'as label'],
    [`const props = { 'aria-label': 'Close' }`, 'Close', 'as aria-label'],
    [`document.title = 'Booking'`, 'Booking', 'as title'],
    [`notify('error', 'It failed')`, 'It failed', 'in a message'],
    [`<p>Привет</p>`, 'Привет', 'between tags'],
  ])('%s', (text, words, where) => expect(faults(text)).toEqual([`src/page.tsx:1 says '${words}' ${where}.`]))

  it('with its line number', () =>
    expect(faults('const a = 1\n\nconst b = <p>Hello</p>')).toEqual([
      "src/page.tsx:3 says 'Hello' between tags.",
    ]))
})

it.each([
  `<p>{t('morning')}</p>`,
  `<p>{kind === 'update' && t('update')}</p>`,
  `<p>{'update' && t('update')}</p>`,
  `<p className="quiet" data-kind="row" id="first">1 · 2 — 3</p>`,
  `<p>{name}, {age}</p>`,
  `<p>{\`\${from} – \${to}\`}</p>`,
  `<Mark name="Enamel">Enamel</Mark>`,
  `notify('error', t('failed'))`,
  `const format = { text: 'YYYY-MM-DD' }`,
])('nothing is found in %s', (text) => expect(faults(text)).toEqual([]))
