import { expect, it } from 'vitest'
import { browserName } from './browser-name.ts'

const of = (system: string, rest: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`

it.each([
  { sent: of('Windows NT 10.0; Win64; x64', 'Chrome/140.0 Safari/537.36'), name: 'Chrome, Windows' },
  { sent: of('Windows NT 10.0', 'Chrome/140.0 Safari/537.36 Edg/140.0'), name: 'Edge, Windows' },
  { sent: of('Linux; Android 15; K', 'Chrome/140.0 Mobile Safari/537.36'), name: 'Chrome, Android' },
  {
    sent: of('Linux; Android 15', 'SamsungBrowser/28.0 Chrome/130 Safari/537.36'),
    name: 'Samsung Internet, Android',
  },
  {
    sent: of('iPhone; CPU iPhone OS 18_0 like Mac OS X', 'Version/18.0 Safari/604.1'),
    name: 'Safari, iPhone',
  },
  { sent: of('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.0 Safari/605.1'), name: 'Safari, macOS' },
  { sent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', name: 'Firefox, Linux' },
  { sent: 'curl/8.0 <script>', name: null },
  { sent: undefined, name: null },
])('$sent is $name', ({ sent, name }) => {
  expect(browserName(sent)).toBe(name)
})
