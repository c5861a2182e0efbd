import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import path from 'node:path'
import { type Finding, ok, warning, wrong } from './finding.ts'

const LITTLE = 1e9
const TOO_LITTLE = 200e6
const FEW_INODES = 0.05

/** @param folders such as DATA_DIR; missing ones are skipped */
export async function checkDisk(folders: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const folder of new Set(folders)) {
    const disk = await statfs(folder).catch(() => undefined)
    if (!disk) continue
    const free = disk.bavail * disk.bsize
    const says = `${size(free)} are free in ${folder}.`
    const advice = 'Make room: with a full disk nobody can book.'
    if (free < TOO_LITTLE) findings.push(wrong('Disk', says, advice))
    else if (free < LITTLE) findings.push(warning('Disk', says, advice))
    // Some file systems report no count.
    else if (disk.files > 0 && disk.ffree / disk.files < FEW_INODES) {
      findings.push(wrong('Disk', `Only ${disk.ffree} more files can be made in ${folder} (inodes).`, advice))
    } else findings.push(ok('Disk', says))
  }
  return findings
}

/** '120 MB', '3.9 GB'. */
export const size = (bytes: number) =>
  bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

export async function checkModes(dataDir: string): Promise<Finding[]> {
  const top = await stat(dataDir).catch(() => undefined)
  if (!top) return [warning('Data folder', `${dataDir} is not there yet.`, 'The first start makes it.')]
  const findings: Finding[] = []
  const mayWrite = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!mayWrite) {
    findings.push(
      wrong('Data folder', `This user may not write into ${dataDir}.`, 'Run it as the user of Enamel.'),
    )
  }
  if ((top.mode & 0o022) !== 0) {
    findings.push(wrong('Data folder', `Others may write into ${dataDir}.`, `Run: chmod go-w ${dataDir}`))
  }
  for (const name of ['outbox', 'backups']) {
    const folder = path.join(dataDir, name)
    const found = await stat(folder).catch(() => undefined)
    if (!found || (found.mode & 0o077) === 0) continue
    findings.push(
      wrong(
        'Data folder',
        `Others may enter ${folder}, where patients' data lie.`,
        `Run: chmod 700 ${folder}`,
      ),
    )
  }
  for (const file of [path.join(dataDir, 'enamel.lock'), ...(await backups(dataDir))]) {
    const found = await stat(file).catch(() => undefined)
    if (!found || (found.mode & 0o077) === 0) continue
    findings.push(wrong('Data folder', `Others may read ${file}.`, `Run: chmod 600 ${file}`))
  }
  return findings.length > 0
    ? findings
    : [ok('Data folder', `${dataDir} is closed to others where it has to be.`)]
}

async function backups(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'backups')
  return (await readdir(folder).catch(() => [])).map((name) => path.join(folder, name))
}

const LITTLE_MEMORY = 300e6

export function checkMemory(free = freemem(), total = totalmem()): Finding {
  const says = `${size(free)} of ${size(total)} of memory are free.`
  return free < LITTLE_MEMORY
    ? warning('Memory', says, 'A process of Enamel takes up to 250 MB.')
    : ok('Memory', says)
}
