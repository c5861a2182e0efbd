import { expect, it } from 'vitest'
import { installWay } from './install-way.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'
const CHROME_IPHONE = IPHONE.replace('Version/18.5', 'CriOS/138.0.7204.156')
const IN_ANOTHER_APP = IPHONE.replace('Version/18.5 ', '').replace(' Safari/604.1', '')
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36'

const device = {
  hasPrompt: false,
  isInstalled: false,
  isDismissed: false,
  userAgent: ANDROID,
  maxTouchPoints: 5,
}

it.each([
  ['a browser that offers it', { hasPrompt: true }, 'prompt'],
  ['a browser that offers nothing', {}, undefined],
  ['the installed app', { hasPrompt: true, isInstalled: true }, undefined],
  ['a device on which nobody wants it', { hasPrompt: true, isDismissed: true }, undefined],
  ['Safari on an iPhone', { userAgent: IPHONE }, 'share'],
  ['Safari on an iPad, which calls itself a Mac', { userAgent: MAC }, 'share'],
  ['Safari on a Mac', { userAgent: MAC, maxTouchPoints: 0 }, undefined],
  ['Chrome on an iPhone', { userAgent: CHROME_IPHONE }, undefined],
  ['a page inside of another app on an iPhone', { userAgent: IN_ANOTHER_APP }, undefined],
  ['the app on an iPhone', { userAgent: IPHONE, isInstalled: true }, undefined],
  ['an iPhone on which nobody wants it', { userAgent: IPHONE, isDismissed: true }, undefined],
] as const)('the way to install in %s (%j) is %s', (_, given, way) =>
  expect(installWay({ ...device, ...given })).toBe(way),
)
