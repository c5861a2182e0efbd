import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { decode, encode } from 'fast-png'
import { root } from '../build/build-info.ts'
import { browserFlags, findBrowser } from './browser/find-browser.ts'

/*
 * `npm run icons` draws public/icons/ from SVG sources. The icons are committed, since a build needs no
 * browser. After a change check them at 16, 48 and 192 px, and the maskable one cut to a circle.
 */
const MARK = 'public/icons/mark.svg'
const ICONS = [
  { name: 'icon-192', source: MARK, size: 192 },
  { name: 'icon-512', source: MARK, size: 512 },
  { name: 'maskable-192', source: 'scripts/icons/maskable.svg', size: 192 },
  { name: 'maskable-512', source: 'scripts/icons/maskable.svg', size: 512 },
  { name: 'monochrome-512', source: 'scripts/icons/monochrome.svg', size: 512 },
  // iOS rounds the corners itself, and shows black where an icon is transparent.
  { name: 'apple-touch-icon', source: 'scripts/icons/maskable.svg', size: 180 },
  { name: 'shortcut-book', source: 'scripts/icons/book.svg', size: 96 },
  { name: 'shortcut-booked', source: 'scripts/icons/booked.svg', size: 96 },
]

const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags() })
const page = await browser.newPage()
for (const { name, source, size } of ICONS) {
  const svg = await readFile(path.join(root, source), 'utf8')
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`)
  const screenshot = await page.screenshot({ omitBackground: true })
  // The browser compresses poorly: its files are a third larger.
  const png = encode(decode(screenshot), { zlib: { level: 9 } })
  await writeFile(path.join(root, `public/icons/${name}.png`), png)
  console.log(`${name}.png  ${(png.length / 1000).toFixed(1)} KB`)
}
await browser.close()
