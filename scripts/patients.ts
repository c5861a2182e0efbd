import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import clinicConfig from '../clinic.config.ts'
import { parseClinic } from '../contract/clinic-config.ts'
import {
  DATA_USAGE,
  isDataCommand,
  parseDataCommand,
} from '../server/operations/personal-data/data-command.ts'
import { runDataCommand } from '../server/operations/personal-data/run-data-command.ts'
import { parseImportCommand, runImportCommand, USAGE } from '../server/patients/import/import-command.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { runAsOperator } from './operator/command.ts'

/*
 * `npm run patients` imports registered patients, with exit code 1 also when some lines were wrong, and exports or
 * erases the stored data about one person.
 */

const args = process.argv.slice(2)
const say = (line: string) => console.log(line)

/**
 * Asks on standard error, so that it shows when the output goes into a file. Without a line of input the answer is
 * empty.
 */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  for await (const line of createInterface({ input: process.stdin })) return line
  process.stderr.write('\n')
  return ''
}

await runAsOperator({
  usage: `${USAGE}\n\n${DATA_USAGE}`,
  nothingYet: 'There is no place for patients yet: start Enamel once (npm start), then try again.',
  async run(connect) {
    const clinic = parseClinic(clinicConfig)
    const now = new Date()
    const name = args.find((arg) => !arg.startsWith('-')) ?? ''
    if (isDataCommand(name)) {
      const command = parseDataCommand(name, args)
      const outbox = path.join(readConfig(process.env).dataDir, 'outbox')
      await runDataCommand(command, { pool: await connect(), clinic, now, outbox, say, ask })
      return 0
    }
    const { failed } = await runImportCommand(parseImportCommand(args), { connect, clinic, now, say })
    return failed === 0 ? 0 : 1
  },
})
