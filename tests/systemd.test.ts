import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/* The units of deploy/systemd: their programs exist, and the backup is as confined as the server. */
const SERVICES = ['enamel', 'enamel-backup'] as const
const read = (name: string) => readFileSync(`deploy/systemd/${name}`, 'utf8')
const lines = (name: (typeof SERVICES)[number]) => read(`${name}.service`).split('\n')

it.each(SERVICES)('%s.service starts an existing script with the Node of the packages', (name) => {
  const [command = ''] = lines(name).filter((line) => line.startsWith('ExecStart='))
  const [node, ...scripts] = command.slice('ExecStart='.length).split(' ')
  expect(node).toBe('/opt/enamel/node_modules/.bin/node')
  for (const script of scripts.filter((word) => /\.(?:mjs|ts)$/.test(word)))
    expect(existsSync(script), script).toBe(true)
})

it('both units drop the same rights', () => {
  const rights = (name: (typeof SERVICES)[number]) =>
    lines(name).slice(lines(name).indexOf('NoNewPrivileges=yes'))
  const given = (name: (typeof SERVICES)[number]) =>
    rights(name).filter((line) => /^[A-Z]\w+=/.test(line) && !line.startsWith('WantedBy='))
  expect(given('enamel').length).toBeGreaterThan(20)
  expect(given('enamel-backup')).toEqual(given('enamel'))
})

it('the timer starts the backup', () => {
  expect(read('enamel-backup.timer')).toContain('OnCalendar=')
  expect(existsSync('deploy/systemd/enamel-backup.service')).toBe(true)
})

const hasSystemd = (() => {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** A unit without any protection has 10, in tenths; the rest is because Node compiles, and calls other machines. */
const MOST_EXPOSED = 15

it.runIf(hasSystemd).each(SERVICES)('systemd finds %s.service hardly exposed', (name) => {
  const args = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`, `deploy/systemd/${name}.service`]
  expect(() => execFileSync('systemd-analyze', args, { stdio: 'pipe' })).not.toThrow()
})
