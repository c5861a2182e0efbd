import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { POINTER } from '../../platform/db/embedded/home.ts'
import { checkLeftFolders } from './left-folders.ts'

it('doctor names the databases whose DATA_DIR is missing or replaced, each with the command to delete it', async () => {
  const top = await mkdtemp(path.join(tmpdir(), 'enamel-left-'))
  onTestFinished(() => rm(top, { recursive: true, force: true }))
  const systemDir = path.join(top, 'system')
  for (const name of ['data-used', 'data-gone', 'data-replaced', 'data-closed', 'binaries']) {
    await mkdir(path.join(systemDir, name), { recursive: true })
  }
  for (const [name, points] of [
    ['used', 'data-used'],
    ['replaced', 'data-other'],
  ] as const) {
    await mkdir(path.join(top, name))
    await writeFile(path.join(top, name, POINTER), `${path.join(systemDir, points)}\n`)
  }
  for (const name of ['used', 'gone', 'replaced', 'closed']) {
    await writeFile(path.join(systemDir, `data-${name}`, 'belongs-to.txt'), `${path.join(top, name)}\n`)
  }
  // As a folder that this user may not enter: whether it is needed cannot be known.
  await symlink('closed', path.join(top, 'closed'))
  const control = path.join(systemDir, 'data-gone', 'cluster', 'global', 'pg_control')
  await mkdir(path.dirname(control), { recursive: true })
  await writeFile(control, Buffer.alloc(2_500_000))
  await utimes(control, new Date('2030-03-04'), new Date('2030-03-04'))
  expect((await checkLeftFolders(systemDir)).map(({ says, advice }) => `${says} ${advice}`)).toEqual([
    `${systemDir}/data-gone (2 MB, last used on 2030-03-04) has the database of ${top}/gone, which is not there. If nobody needs it: rm -r '${systemDir}/data-gone'`,
    `${systemDir}/data-replaced (0 MB) has the database of ${top}/replaced, which has another database now. If nobody needs it: rm -r '${systemDir}/data-replaced'`,
  ])
  expect(await checkLeftFolders(path.join(top, 'nowhere'))).toEqual([])
})
