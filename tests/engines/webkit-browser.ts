import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'

/*
 * WebKit of Debian: GTK's MiniBrowser on an invisible screen, driven by plain WebDriver calls
 * (https://www.w3.org/TR/webdriver2/). Playwright drives no WebKit but its own.
 */

const KEY_OF_ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const WITHIN_MS = 60_000
const AGAIN_MS = 50

/** Names of keys, as WebDriver sends them. */
export const KEYS = { tab: '\uE004', enter: '\uE007' } as const

/**
 * Runs in the page: visible elements of a kind with a name, in themselves or their label. With `part` it is enough that
 * the name is a part of it.
 */
const FIND = `
  const [selector, name, part] = arguments
  const says = (text) => {
    const words = (text ?? '').replace(/\\s+/g, ' ').replace(/ ?\\*? ?$/, '').trim()
    return part ? words.includes(name) : words === name
  }
  const named = (it) => [it.getAttribute('aria-label'), it.textContent, ...[...(it.labels ?? [])].map((l) => l.textContent)]
  return [...document.querySelectorAll(selector)].find((it) => it.checkVisibility() && named(it).some(says)) ?? null`

/** Runs in the page: where it is and what it says. */
const TELL = `return location.href + ' (' + document.readyState + '): ' + document.body?.innerText.slice(0, 300)`

export type WebKit = Awaited<ReturnType<typeof startWebKit>>

/**
 * Starts a browser with nothing stored in it.
 * @param driver program of WebKitWebDriver
 * @param browser program of MiniBrowser
 * @param size of its window, which fills the screen
 * @param isEarly whether a page is used before it has loaded, as one whose scripts are delayed. Otherwise each step
 * waits until the window shows the page it goes to: the driver may never answer in between.
 */
export async function startWebKit(options: {
  driver: string
  browser: string
  size: { width: number; height: number }
  isEarly: boolean
}) {
  const { driver, browser, size, isEarly } = options
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', `${size.width}x${size.height}x24`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await firstLine(screen.stdio[3] as Readable)
  const port = await freePort()
  const server = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, LANG: 'en_US.UTF-8', TZ: 'America/Los_Angeles' },
  })
  const stop = async () => {
    await end(server)
    await end(screen)
  }

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(WITHIN_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }

  try {
    await until(
      'a WebDriver that answers',
      async () => (await call('GET', '/status').catch(() => null)) !== null,
    )
    const capabilities = {
      alwaysMatch: {
        pageLoadStrategy: isEarly ? 'none' : 'normal',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--full-screen'] },
      },
    }
    const { sessionId } = (await call('POST', '/session', { capabilities })) as { sessionId: string }
    const base = `/session/${sessionId}`
    await call('POST', `${base}/window/rect`, { x: 0, y: 0, ...size })
    const run = (script: string, ...args: unknown[]) =>
      call('POST', `${base}/execute/sync`, { script, args }) as Promise<unknown>

    const onPage = (what: string, isTrue: () => Promise<boolean>) =>
      until(what, isTrue).catch(async (error: Error) => {
        throw new Error(`${error.message} ${await run(TELL)}`)
      })

    /** Waits for an element. @returns its address in WebDriver */
    async function element(selector: string, name: string, part = false): Promise<string> {
      let found: string | undefined
      await onPage(`${selector} "${name}"`, async () => {
        const it = (await run(FIND, selector, name, part)) as Record<string, string> | null
        found = it?.[KEY_OF_ELEMENT]
        return found !== undefined
      })
      return `${base}/element/${found}`
    }

    async function press(selector: string, name: string, part = false): Promise<void> {
      const found = await element(selector, name, part)
      // The driver treats elements under the bar at the window's foot as visible.
      await run(`arguments[0].scrollIntoView({ block: 'center' })`, {
        [KEY_OF_ELEMENT]: path.basename(found),
      })
      await call('POST', `${found}/click`, {})
    }

    return {
      run,
      /** Waits for something on the page. @throws Error with what was waited for and what the page shows */
      until: onPage,
      go: (url: string) => call('POST', `${base}/url`, { url }),
      /** Waits until a text is seen somewhere on the page, or in what a selector names. */
      see: (text: string, selector = 'body') => element(selector, text, true),
      press: (name: string, selector = 'button, a, [role=gridcell]') => press(selector, name),
      pressPart: (name: string, selector = 'button, a, [role=gridcell]') => press(selector, name, true),
      async type(label: string, text: string): Promise<void> {
        // A field that has just come may not take the focus yet; then nothing was typed.
        await onPage(`"${label}" to take a text`, async () => {
          const field = await element('input, textarea, select', label)
          return call('POST', `${field}/value`, { text }).then(
            () => true,
            (error: Error) => {
              if (error.message.includes('element not interactable')) return false
              throw error
            },
          )
        })
      },
      /** Presses keys one after the other where the focus is. */
      async keys(text: string): Promise<void> {
        const actions = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ])
        await call('POST', `${base}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] })
      },
      /** The whole window as PNG. */
      async picture(): Promise<Buffer> {
        return Buffer.from((await call('GET', `${base}/screenshot`)) as string, 'base64')
      },
      async close(): Promise<void> {
        await call('DELETE', base).catch(() => {})
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @throws Error with what was waited for */
async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WITHIN_MS
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error(`There is no ${what} within ${WITHIN_MS / 1000} s.`)
    await pause(AGAIN_MS)
  }
}

async function firstLine(stream: Readable): Promise<string> {
  const [line] = (await once(createInterface({ input: stream }), 'line')) as [string]
  return line
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill()
  await exited
}
