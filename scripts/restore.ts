import {
  parseRestoreCommand,
  RESTORE_USAGE,
  runRestoreCommand,
} from '../server/operations/backup/restore-command.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { runAsOperator } from './operator/command.ts'

/*
 * `npm run restore`: restores a backup into an empty database, or rehearses it. Exit code 1: nothing was
 * restored.
 */

await runAsOperator({
  usage: RESTORE_USAGE,
  nothingYet: 'The database has no tables.',
  makesDatabase: true,
  async run(connect, databaseUrl) {
    const command = parseRestoreCommand(process.argv.slice(2))
    const { dataDir } = readConfig(process.env)
    const say = (line: string) => console.log(line)
    await runRestoreCommand(command, { connect, databaseUrl, dataDir, say })
    return 0
  },
})
