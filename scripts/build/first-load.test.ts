import { expect, it } from 'vitest'
import { bytesByPackage, firstLoadScripts, packageOf } from './first-load.ts'

const chunk = (imports: string[], modules: [string, number][] = []) => ({
  isEntry: false,
  imports,
  modules: modules.map(([id, bytes]) => ({ id, bytes })),
})

it('the first load is what the page names and what that imports, once each', () => {
  const html =
    '<link rel="icon" href="/icons/mark.svg"><link rel="modulepreload" crossorigin href="/assets/page.js">' +
    '<script type="module" crossorigin src="/assets/index.js"></script>'
  const stats = {
    'assets/index.js': chunk(['assets/shared.js']),
    'assets/page.js': chunk(['assets/shared.js', 'assets/index.js']),
    'assets/shared.js': chunk([]),
    'assets/later.js': chunk(['assets/shared.js']),
  }
  expect(firstLoadScripts(html, stats)).toEqual(['assets/page.js', 'assets/shared.js', 'assets/index.js'])
})

it.each([
  ['/project/node_modules/react-dom/index.js', 'react-dom'],
  ['/project/node_modules/@mui/material/Button/Button.mjs', '@mui/material'],
  ['/project/node_modules/a/node_modules/b/index.js', 'b'],
  ['C:\\project\\node_modules\\react\\index.js', 'react'],
  ['/project/src/app/main.tsx', '(Enamel)'],
  ['/project/domain/slots.ts', '(Enamel)'],
  ['\0rolldown/runtime.js', '(bundler)'],
])('%s belongs to %s', (id, name) => expect(packageOf(id)).toBe(name))

it('shares the bytes of a chunk by the size of what is in it', () => {
  const stats = {
    'a.js': chunk(
      [],
      [
        ['/p/node_modules/big/index.js', 300],
        ['/p/src/main.tsx', 100],
      ],
    ),
  }
  expect(bytesByPackage([{ name: 'a.js', wireBytes: 40 }], stats)).toEqual([
    ['big', 30],
    ['(Enamel)', 10],
  ])
})
