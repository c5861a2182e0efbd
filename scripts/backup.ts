import {
  BACKUP_USAGE,
  parseBackupCommand,
  runBackupCommand,
} from '../server/operations/backup/backup-command.ts'
import { makeKey } from '../server/operations/backup/encryption.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { runAsOperator } from './operator/command.ts'

/* `npm run backup`. Exit code 1: no backup was written, and a sentence says why. */

await runAsOperator({
  usage: BACKUP_USAGE,
  nothingYet: 'There is nothing to back up yet: start Enamel once (npm start), then try again.',
  async run(connect, databaseUrl) {
    const command = parseBackupCommand(process.argv.slice(2))
    const { dataDir, backupPublicKey: publicKey, databaseReplicaUrl: replicaUrl } = readConfig(process.env)
    if (command.makeKey !== undefined) {
      const made = await makeKey(command.makeKey, new Date())
      console.log(
        `The private key is in ${command.makeKey}: take it off this machine. Here goes the public one:`,
      )
      console.log(`BACKUP_PUBLIC_KEY=${made}`)
      return 0
    }
    const pool = await connect()
    // With --stdout the backup itself is the output.
    const say = (line: string) => (command.stdout ? console.error(line) : console.log(line))
    const where = { databaseUrl: await databaseUrl(), replicaUrl, pool, dataDir, publicKey }
    await runBackupCommand(command, { ...where, now: new Date(), say, output: process.stdout })
    return 0
  },
})
