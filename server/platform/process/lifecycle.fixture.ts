import { writeSync } from 'node:fs'
import pino from 'pino'
import { startLifecycle } from './lifecycle.ts'

// A process with three shutdown steps; the argument selects how the second one behaves.
const lifecycle = startLifecycle({
  log: pino({ level: 'silent' }),
  withinMs: Number(process.argv[3] ?? 5000),
})
const say = (word: string) => writeSync(1, `${word}\n`)

const second: Record<string, () => unknown> = {
  works: () => say('second'),
  fails: () => {
    throw new Error('on purpose')
  },
  hangs: () => {
    say('second')
    return new Promise(() => undefined)
  },
}
lifecycle.onShutdown('first', () => say('first'))
lifecycle.onShutdown('second', second[process.argv[2] ?? 'works']!)
lifecycle.onShutdown('third', () => say('third'))
setInterval(() => undefined, 1000)
say('ready')
