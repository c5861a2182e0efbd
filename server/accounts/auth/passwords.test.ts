import { readdirSync } from 'node:fs'
import os from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, it, vi } from 'vitest'
import { hashPassword, passwordMatches } from './passwords.ts'

const PASSWORD = 'correct horse battery'

const LOW = os.constants.priority.PRIORITY_BELOW_NORMAL
const lowThreads = () =>
  readdirSync('/proc/self/task').filter((id) => os.getPriority(Number(id)) === LOW).length
/** Password workers of earlier test files may still run in this process. */
const lowBefore = process.platform === 'linux' ? lowThreads() : 0

it('the password check accepts the right password and refuses every other one', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(await passwordMatches(PASSWORD, hash, 'stranger')).toBe(true)
  for (const other of ['correct horse batter', `${PASSWORD} `, PASSWORD.toUpperCase(), '', '\0']) {
    expect(await passwordMatches(other, hash, 'stranger')).toBe(false)
  }
  expect(await passwordMatches(PASSWORD, null, 'stranger')).toBe(false)
})

it('a password hash is argon2id with OWASP’s parameters, different each time', async () => {
  const hashes = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  expect(new Set(hashes)).toHaveLength(2)
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('the password check survives a broken hash', async () => {
  await expect(passwordMatches(PASSWORD, 'rubbish', 'stranger')).rejects.toThrow('could not be compared')
  expect(await passwordMatches(PASSWORD, await hashPassword(PASSWORD), 'stranger')).toBe(true)
})

it.runIf(process.platform === 'linux')(
  'the password check yields to other work, on one thread alone',
  async () => {
    await hashPassword(PASSWORD)
    expect(lowThreads() - lowBefore).toBe(1)
    expect(os.getPriority()).toBeLessThan(LOW)
  },
)

it('the password check ignores Node’s own messages from a worker, as in development', async () => {
  const { postMessage } = Worker.prototype
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, piece) {
    this.emit('message', { 'watch:import': ['file:///password-worker.ts'] })
    postMessage.call(this, piece)
  })
  expect(await passwordMatches('harmattan', await hashPassword('harmattan'), 'colleague')).toBe(true)
})
