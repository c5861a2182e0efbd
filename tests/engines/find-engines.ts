import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** The first program of a name in the folders where programs are. */
function program(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** Debian's Firefox ESR; another one with WebDriver BiDi by FIREFOX_PATH. */
export const findFirefox = () => process.env.FIREFOX_PATH ?? program('firefox-esr')

/** Debian's WebKitGTK: its WebDriver, its small browser, and the screen for it. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = program('WebKitWebDriver')
  const browser = miniBrowser()
  return driver && browser && program('Xvfb') ? { driver, browser } : undefined
}

/** /usr/lib/<machine>/webkit2gtk-4.1/MiniBrowser */
function miniBrowser(): string | undefined {
  const inside = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).map((name) => path.join(folder, name)) : []
  return inside('/usr/lib')
    .filter((folder) => folder.endsWith('-linux-gnu'))
    .flatMap(inside)
    .filter((folder) => path.basename(folder).startsWith('webkit2gtk-'))
    .map((folder) => path.join(folder, 'MiniBrowser'))
    .find((file) => existsSync(file))
}
