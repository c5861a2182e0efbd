import { BACKUP_USAGE, parseBackupCommand, runBackupCommand } from '../server/backup/backup-command.ts'
import { readConfig } from '../server/config.ts'
import { runAsOperator } from './operator/command.ts'

/* `npm run backup`. Exit code 1: no backup was written, and a sentence says why. */

await runAsOperator({
  usage: BACKUP_USAGE,
  nothingYet: 'There is nothing to back up yet: start Enamel once (npm start), then try again.',
  async run(connect, databaseUrl) {
    const command = parseBackupCommand(process.argv.slice(2))
    const { dataDir } = readConfig(process.env)
    const pool = await connect()
    // With --stdout the backup itself is the output.
    const say = (line: string) => (command.stdout ? console.error(line) : console.log(line))
    const surroundings = { databaseUrl: await databaseUrl(), pool, dataDir, now: new Date(), say }
    await runBackupCommand(command, { ...surroundings, output: process.stdout })
    return 0
  },
})
