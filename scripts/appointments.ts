import clinicConfig from '../clinic.config.ts'
import { parseClinic } from '../contract/clinic-config.ts'
import { parseBookCommand, runBookCommand, USAGE } from '../server/book/import/command.ts'
import { runAsOperator } from './operator/command.ts'

/*
 * `npm run appointments` imports the book of another program, with exit code 1 also when some lines were wrong.
 */
await runAsOperator({
  usage: USAGE,
  nothingYet: 'There is no place for appointments yet: start Enamel once (npm start), then try again.',
  async run(connect) {
    const clinic = parseClinic(clinicConfig)
    const command = parseBookCommand(process.argv.slice(2))
    const say = (line: string) => console.log(line)
    const { failed } = await runBookCommand(command, { connect, clinic, now: new Date(), say })
    return failed === 0 ? 0 : 1
  },
})
