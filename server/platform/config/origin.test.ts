import { expect, it } from 'vitest'
import { originOf } from './origin.ts'

it.each([
  [{ publicUrl: 'https://book.example.com', host: '0.0.0.0' }, 'https://book.example.com'],
  [{ publicUrl: undefined, host: '127.0.0.1' }, 'http://localhost:3000'],
  [{ publicUrl: undefined, host: '0.0.0.0' }, 'http://localhost:3000'],
  [{ publicUrl: undefined, host: '::' }, 'http://localhost:3000'],
  [{ publicUrl: undefined, host: '192.168.1.7' }, 'http://192.168.1.7:3000'],
  [{ publicUrl: undefined, host: 'fd00::7' }, 'http://[fd00::7]:3000'],
])('the origin for %j is %s', (config, origin) => {
  expect(originOf(config, 3000)).toBe(origin)
})
