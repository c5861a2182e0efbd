import { randomInt } from 'node:crypto'
import { readOptions } from './options.ts'
import { chanceFrom } from './random.ts'
import { type Report, table, verdictOf } from './report.ts'
import { SCENARIOS } from './scenarios/index.ts'

/*
 * `npm run chaos`: injects the faults of README.md under load, and reports the damage. Exit code 0: all
 * scenarios passed; 1: some failed; 2: the command was not understood.
 */
const QUICK_AWAY_MS = 20_000
const AWAY_MINUTES = 10

async function main(): Promise<number> {
  const options = readOptions(
    process.argv.slice(2),
    SCENARIOS.map(({ name }) => name),
    () => randomInt(1, 2 ** 31),
  )
  const { names, quick, seed } = options
  const awayMs = options.minutes ? options.minutes * 60_000 : quick ? QUICK_AWAY_MS : AWAY_MINUTES * 60_000
  console.log(`seed ${seed}: --seed ${seed} chooses the same moments again`)
  const reports = new Map<string, Report>()
  for (const { name, cycles, kinds = [], onlyByName, run } of SCENARIOS) {
    if (names.length > 0 ? !names.includes(name) : onlyByName) continue
    const stranger = options.kinds.find((kind) => !kinds.includes(kind))
    if (stranger !== undefined) throw new Error(`--kind ${stranger} is none of ${name}.`)
    const begun = performance.now()
    const report = await run({
      cycles: options.cycles ?? (quick ? cycles.quick : cycles.full),
      quick,
      awayMs,
      withinMs: options.minutes ? options.minutes * 60_000 : Number.POSITIVE_INFINITY,
      kinds: options.kinds,
      chance: chanceFrom(seed),
      say: (words) => console.log(`  ${words}`),
    })
    reports.set(name, report)
    console.log(`${name}: ${verdictOf(report)} in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
    if (report.notRun !== undefined) console.log(`  ${report.notRun}`)
    for (const words of [...report.notes, ...report.problems]) console.log(`  ${words}`)
  }
  console.log(`\n${table(reports)}`)
  return [...reports.values()].some(({ problems }) => problems.length > 0) ? 1 : 0
}

const code = await main().catch((error: Error) => {
  console.error(error.message.includes('scenario') || error.message.startsWith('--') ? error.message : error)
  return 2
})
process.exit(code)
