import { createInterface } from 'node:readline'
import clinicConfig from '../clinic.config.ts'
import { parseClinic } from '../contract/clinic-config.ts'
import { parseCommand, runCommand, USAGE } from '../server/accounts/staff/operator-command.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { runAsOperator } from './operator/command.ts'

async function readPassword(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line
  return ''
}

await runAsOperator({
  usage: USAGE,
  nothingYet: 'There are no accounts yet: start Enamel once (npm start), then try again.',
  async run(connect) {
    const clinic = parseClinic(clinicConfig)
    const command = parseCommand(process.argv.slice(2), clinic)
    const pool = await connect()
    await runCommand(command, {
      pool,
      clinic,
      now: new Date(),
      passwordsOnlyFor: readConfig(process.env).passwordsOnlyFor,
      readPassword,
      say: (line) => console.log(line),
    })
    return 0
  },
})
