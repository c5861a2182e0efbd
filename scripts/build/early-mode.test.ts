import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const script = readFileSync(new URL('../../public/early-mode.js', import.meta.url), 'utf8')

/** Runs the script on a page whose storage holds this text, or refuses to be read. */
function load(stored: string | null | Error) {
  const metas = ['light', 'dark'].map((scheme) => ({
    dataset: { scheme },
    media: `(prefers-color-scheme: ${scheme})`,
  }))
  const html: { dataset: { mode?: string } } = { dataset: {} }
  const getItem = (key: string) => {
    if (stored instanceof Error) throw stored
    return key === 'layoutModeType' ? stored : null
  }
  const window: { showMode?: (mode: string) => void } = {}
  runInNewContext(script, {
    window,
    localStorage: { getItem },
    document: { documentElement: html, querySelectorAll: () => metas },
  })
  return { mode: () => html.dataset.mode, media: () => metas.map(({ media }) => media), window }
}

const FOLLOWING = ['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)']

describe('before the first paint the page', () => {
  it.each([
    ['"dark"', 'dark', ['not all', 'all']],
    ['"light"', 'light', ['all', 'not all']],
    [null, undefined, FOLLOWING],
    ['dark', undefined, FOLLOWING],
    ['"pink"', undefined, FOLLOWING],
    ['{"mode":"dark"}', undefined, FOLLOWING],
    [new Error('denied'), undefined, FOLLOWING],
  ])('with %s stored has the mode %s', (stored, mode, media) => {
    const page = load(stored)
    expect(page.mode()).toBe(mode)
    expect(page.media()).toEqual(media)
  })

  it('can be turned later, the bar of the browser with it', () => {
    const page = load('"dark"')
    page.window.showMode?.('light')
    expect(page.mode()).toBe('light')
    expect(page.media()).toEqual(['all', 'not all'])
  })
})
