import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseAccount } from './account.ts'
import { installedPackage, placeBinaries } from './binaries.ts'
import { runProgram } from './programs.ts'
import { closedFolder } from './reach.ts'
import { isRoot, query, rememberingLog, start, stoppedDatabase, temporaryFolder } from './support.fixture.ts'

const POINTER = 'postgres-location.txt'

describe('closedFolder', () => {
  const someone = { uid: 54_321, gid: 54_321 }

  it.each([
    { mode: 0o700, open: false },
    { mode: 0o750, open: false },
    { mode: 0o744, open: false },
    { mode: 0o711, open: true },
    { mode: 0o755, open: true },
  ])('lets another user enter a folder of mode $mode: $open', async ({ mode, open }) => {
    const outer = await temporaryFolder()
    await mkdir(path.join(outer, 'inner'))
    await chmod(outer, mode)
    expect(await closedFolder(path.join(outer, 'inner'), someone)).toBe(open ? undefined : outer)
  })

  it('looks at the owner’s bits, and at none when no other account is needed', async () => {
    const outer = await temporaryFolder(0o700)
    const { uid, gid } = await stat(outer)
    expect(await closedFolder(outer, { uid, gid })).toBeUndefined()
    expect(await closedFolder(outer, undefined)).toBeUndefined()
  })
})

describe('the PostgreSQL programs', () => {
  it('are used where npm installed them, if possible', async () => {
    const copyDir = await temporaryFolder()
    const { native } = await installedPackage()
    const binaries = await placeBinaries(undefined, copyDir)
    expect(binaries).toMatchObject({
      postgres: path.join(native, 'bin', 'postgres'),
      copiedBecause: undefined,
    })
    expect(await readdir(copyDir)).toEqual([])
  })

  it('are copied once and completed when the package’s install script has not run', async () => {
    const copyDir = await temporaryFolder()
    const bare = await bareInstallation()
    const first = await placeBinaries(undefined, copyDir, bare)
    expect(first.copiedBecause).toBe('the install script of its package has not run')
    await runProgram(first.postgres, ['--version'], undefined)
    const { ino } = await stat(first.postgres)

    const again = await placeBinaries(undefined, copyDir, bare)
    expect((await stat(again.postgres)).ino).toBe(ino)
    expect(await readdir(copyDir)).toHaveLength(1)
  })

  it('are complete for each of two starts that copy at once', async () => {
    const copyDir = await temporaryFolder()
    const bare = await bareInstallation()
    const both = await Promise.all([
      placeBinaries(undefined, copyDir, bare),
      placeBinaries(undefined, copyDir, bare),
    ])
    for (const { initdb } of both) await runProgram(initdb, ['--version'], undefined)
    expect(await readdir(copyDir)).toHaveLength(1)
  })
})

/** As npm leaves it when install scripts are off. */
async function bareInstallation() {
  const { native, version } = await installedPackage()
  const folder = await temporaryFolder()
  await cp(native, path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  await rm(path.join(folder, 'native', 'lib', 'libpq.so.5'))
  return { native: path.join(folder, 'native'), version }
}

describe('the place of the data', () => {
  it('is DATA_DIR itself when the database user can enter it', async () => {
    const dataDir = await stoppedDatabase()
    const { folder } = await start(dataDir)
    expect(folder).toBe(path.join(dataDir, 'postgres'))
    expect(await readdir(dataDir)).not.toContain(POINTER)
  })

  it('is DATA_DIR below a closed folder too, unless that needs another place', async () => {
    const closed = await temporaryFolder(0o700)
    const systemDir = path.join(await temporaryFolder(), 'enamel')
    const dataDir = path.join(closed, 'data')
    const log = rememberingLog()
    const options = { systemDir, durable: true, log }
    const first = await start(dataDir, options)
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer')
    await first.stop()

    const second = await start(dataDir, options)
    expect(second.folder).toBe(first.folder)
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect((await stat(closed)).mode & 0o777).toBe(0o700)
    if (isRoot) {
      expect(path.dirname(first.folder)).toBe(systemDir)
      expect((await readFile(path.join(dataDir, POINTER), 'utf8')).trim()).toBe(first.folder)
      expect(log.lines).toContain('part of the database lies outside its usual place')
      expect((await stat(path.join(dataDir, POINTER))).mode & 0o777).toBe(0o600)
    } else {
      expect(first.folder).toBe(path.join(dataDir, 'postgres'))
      expect(log.lines).toEqual([])
    }
  })

  it('is never guessed when the recorded place is gone', async () => {
    const dataDir = await temporaryFolder()
    await writeFile(path.join(dataDir, POINTER), '/nonexistent/enamel\n')
    await expect(start(dataDir)).rejects.toThrow(
      /says that the database lies in \/nonexistent\/enamel, which is not there/,
    )
  })

  it('is locked for a copy of DATA_DIR that points to the same place', async () => {
    const home = await stoppedDatabase()
    const pointing = async () => {
      const dataDir = await temporaryFolder()
      await writeFile(path.join(dataDir, POINTER), `${path.join(home, 'postgres')}\n`)
      return dataDir
    }
    await start(await pointing(), { durable: true })
    await expect(start(await pointing())).rejects.toThrow(
      `Enamel is already running on ${path.join(home, 'postgres')}`,
    )
  })
})

describe('the account that runs the database', () => {
  it('is another than root for root, and the own one for everyone else', async () => {
    const account = await databaseAccount('/nonexistent')
    if (isRoot) expect(account?.uid).toBeGreaterThan(0)
    else expect(account).toBeUndefined()
  })

  it('is for root the owner of the existing data', async () => {
    const dataDir = await temporaryFolder()
    if (isRoot) {
      await chown(dataDir, 54_321, 54_322)
      expect(await databaseAccount(dataDir)).toEqual({ uid: 54_321, gid: 54_322 })
    } else {
      expect(await databaseAccount(dataDir)).toBeUndefined()
    }
  })
})
