import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { chromium } from '@playwright/test'

const MAC_APPS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Debian's package, and its program. */
const SHELL = 'chromium-headless-shell'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', ...MAC_APPS]
const VERSION_TIMEOUT_MS = 20_000
const DOWNLOAD_TIMEOUT_MS = 5 * 60_000
const playwrightCli = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')),
  'cli.js',
)

/** Disables background traffic; as root, also the sandbox, which cannot run there. */
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

/** The message is for the person who runs the tests. */
export class NoBrowserError extends Error {}

/**
 * Finds the browser for tests. Prefers Chromium's headless shell unless CHROME_PATH names another: it has the
 * same engine and needs less than half the CPU time (measured: 1.1 s instead of 2.9 s to sign in and see the
 * list).
 * @param say is called before a download
 * @throws NoBrowserError
 */
export function findTestBrowser(say: (sentence: string) => void): string {
  const shell = process.env.CHROME_PATH ? undefined : (installed([SHELL]) ?? debianShell(say))
  return shell ?? findBrowser(say)
}

/**
 * Finds a whole browser: CHROME_PATH, an installed Chromium or Chrome, Playwright's own (downloaded when
 * missing), or as root Debian's package.
 * @param say is called before a download
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

/** Absolute paths, since Playwright does not search by name. */
function installed(programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute)
  const files = programs.flatMap((name) =>
    path.isAbsolute(name) ? [name] : folders.map((folder) => path.join(folder, name)),
  )
  return files.find((program) => existsSync(program) && runs(program))
}

/** A downloaded browser may lack system libraries. */
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
  // Package lists that are days old may name a package that no longer exists.
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
