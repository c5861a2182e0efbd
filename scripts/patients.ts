import clinicConfig from '../clinic.config.ts'
import { parseClinic } from '../contract/clinic-config.ts'
import { parseImportCommand, runImportCommand, USAGE } from '../server/patients/import-command.ts'
import { runAsOperator } from './operator/command.ts'

/* `npm run patients -- import`: registered patients from a file. Exit code 1 also when some lines were wrong. */

await runAsOperator({
  usage: USAGE,
  nothingYet: 'There is no place for patients yet: start Enamel once (npm start), then try again.',
  async run(connect) {
    const clinic = parseClinic(clinicConfig)
    const command = parseImportCommand(process.argv.slice(2))
    const say = (line: string) => console.log(line)
    const { failed } = await runImportCommand(command, { connect, clinic, now: new Date(), say })
    return failed === 0 ? 0 : 1
  },
})
