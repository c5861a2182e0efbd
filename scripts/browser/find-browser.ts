import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from '@playwright/test'

const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** The name of Debian's package and of its program. */
const SHELL = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', ...MAC_APPS]
const VERSION_TIMEOUT_MS = 20_000
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000
const playwrightCli = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
)

/** For a browser that keeps to itself; root cannot have its sandbox. */
export function browserFlags(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}

/** No browser could be had. The message is for the person who runs the tests. */
export class NoBrowserError extends Error {}

/**
 * Finds what the tests run in. Chromium's headless shell has the same engine without the windows of a browser, and a
 * page in it takes less than half of the processor's time (measured: 1.1 s instead of 2.9 s to sign in and see the
 * list), so that it comes before a whole browser, unless CHROME_PATH says another one.
 * @param say gets a sentence when something is about to be downloaded
 * @returns a program that runs
 * @throws NoBrowserError
 */
export function findTestBrowser(say: (sentence: string) => void): string {
  const shell = process.env.CHROME_PATH ? undefined : (installed([SHELL]) ?? debianShell(say))
  return shell ?? findBrowser(say)
}

/**
 * Finds a whole browser: the one of CHROME_PATH, an installed Chromium or Chrome, else Playwright's own
 * (fetched when it isn't there), else Debian's package when this is root.
 * @param say gets a sentence when something is about to be downloaded
 * @returns a program that runs
 * @throws NoBrowserError
 */
export function findBrowser(say: (sentence: string) => void): string {
  const asked = process.env.CHROME_PATH
  if (asked) {
    const program = path.resolve(asked)
    if (runs(program)) return program
    throw new NoBrowserError(`CHROME_PATH is ${asked}, which does not run: set it to a Chromium or Chrome.`)
  }
  const found = installed(BROWSERS) ?? playwrightBrowser(say) ?? debianBrowser(say)
  if (found) return found
  throw new NoBrowserError(
    'The browser tests need Chromium or Chrome: none is installed and none could be downloaded, so install one or set CHROME_PATH.',
  )
}

/** The first program that is there and runs. Absolute, since Playwright looks for none by its name. */
function installed(programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)
  const files = programs.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name)),
  )
  return files.find((program) => existsSync(program) && runs(program))
}

/** Whether a program starts at all: a downloaded browser may lack the system's libraries. */
function runs(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore', timeout: VERSION_TIMEOUT_MS }).status === 0
}

function playwrightBrowser(say: (sentence: string) => void): string | undefined {
  const program = chromium.executablePath()
  if (runs(program)) return program
  say('No Chromium or Chrome is installed: downloading the one of Playwright.')
  spawnSync(process.execPath, [playwrightCli, 'install', '--no-shell', 'chromium'], {
    stdio: 'ignore',
    timeout: DOWNLOAD_TIMEOUT_MS,
  })
  return runs(program) ? program : undefined
}

function debianBrowser(say: (sentence: string) => void): string | undefined {
  if (!isDebianRoot()) return undefined
  say("Playwright's browser cannot be had or does not run here: installing Debian's package chromium.")
  apt('update', '-qq')
  aptInstall('chromium')
  return installed(BROWSERS)
}

function debianShell(say: (sentence: string) => void): string | undefined {
  if (!isDebianRoot()) return undefined
  say(`Installing Debian's package ${SHELL}, in which the tests take half the time.`)
  // Lists that are days old may name a package that is no longer there.
  if (!aptInstall(SHELL) && apt('update', '-qq')) aptInstall(SHELL)
  return installed([SHELL])
}

const isDebianRoot = () => process.getuid?.() === 0 && apt('--version')
const aptInstall = (name: string) => apt('install', '-y', '-qq', '--no-install-recommends', name)

const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: 'ignore',
    timeout: DOWNLOAD_TIMEOUT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0
