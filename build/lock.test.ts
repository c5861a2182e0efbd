import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withBuildLock } from './lock.ts'

describe('the build lock', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'enamel-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const leave = (content: string) => writeFile(path.join(folder, '.lock'), content)

  it('lets one build run at a time', async () => {
    let running = 0
    let most = 0
    const build = () =>
      withBuildLock(async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
      }, folder)
    await Promise.all([build(), build(), build()])
    expect(most).toBe(1)
  })

  it('is released when a build fails', async () => {
    await expect(withBuildLock(() => Promise.reject(new Error('broken')), folder)).rejects.toThrow('broken')
    expect(await withBuildLock(async () => 'built', folder)).toBe('built')
  })

  it.each([
    [
      'a process that is gone',
      () => ({ pid: spawnSync(process.execPath, ['-e', '']).pid, since: Date.now() }),
    ],
    ['an earlier life with the same process id', () => ({ pid: process.pid, since: Date.now() })],
    ['long ago, by a process id that someone else has now', () => ({ pid: process.ppid, since: 0 })],
  ])('is taken over from %s', async (_, owner) => {
    await leave(JSON.stringify(owner()))
    expect(await withBuildLock(async () => 'built', folder)).toBe('built')
  })

  it('is taken over when its writer was interrupted', async () => {
    await leave('{"pid":')
    expect(await withBuildLock(async () => 'built', folder)).toBe('built')
  })
})
