import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import { root } from '../../../build/build-info.ts'
import { parseClinic } from '../../../contract/clinic-config.ts'
import type { StaffType } from '../../../domain/staff.ts'
import { requiredTypes } from '../../accounts/auth/second-factor/policy.ts'
import type { Config } from '../../platform/config/config.ts'
import { connectOrExplain } from '../../platform/db/connect.ts'
import { homeFolder } from '../../platform/db/embedded/home.ts'
import { runningDatabaseUrl } from '../../platform/db/embedded/running.ts'
import { createSetupPool } from '../../platform/db/pool.ts'
import { unverifiedDatabases } from '../../platform/db/verify-full.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { checkBackups, checkEncryption } from './backups.ts'
import { checkDatabaseCertificates } from './certificates.ts'
import { type Clock, checkClocks, databaseClock } from './clock.ts'
import { checkMigrations, checkProcesses, checkRights, checkServer, hasTables } from './database.ts'
import { checkDisk, checkMemory, checkModes } from './disk.ts'
import { type Finding, tried, warning, wrong } from './finding.ts'
import { checkNode, checkPackages, checkPage } from './installation.ts'
import { checkJobs } from './jobs.ts'
import { checkLeftFolders } from './left-folders.ts'
import { checkMailServer } from './mail.ts'
import { checkProxy } from './proxy.ts'
import { checkReplication } from './replication.ts'
import { checkSecondStep } from './second-step.ts'
import { checkClinic, checkEnvironment, checkPlausible } from './settings.ts'
import { checkStandby } from './standby.ts'
import { checkPublicCertificate, checkPublicUrl, checkSmsGateway, type WebCheck } from './web.ts'

/**
 * Checks the whole setup without side effects: starts no database, sends no mail. A failing check does not
 * stop the others.
 */
export async function examine(env: Record<string, string | undefined>): Promise<Finding[]> {
  const findings = [
    checkNode(process.versions.node),
    ...(await tried('Packages', async () => [await checkPackages(root)])),
    ...(await tried('Page', async () => [await checkPage(root, env)])),
    ...(await checkClinic(async () => (await import('../../../clinic.config.ts')).default)),
    checkMemory(),
  ]
  const { config, findings: settings } = checkEnvironment(env)
  findings.push(...settings)
  if (config === undefined) return findings
  findings.push(...checkPlausible(config, env))
  const advice = 'Add ?sslmode=verify-full (docs/operations.md, A PostgreSQL server).'
  findings.push(...unverifiedDatabases(config, env).map((says) => warning('Database', says, advice)))
  const clocks: Clock[] = []
  findings.push(...(await tried('Database', () => examineDatabase(config, clocks))))
  const { databaseReplicaUrl, publicUrl } = config
  if (databaseReplicaUrl) findings.push(...(await tried('Standby', () => checkStandby(databaseReplicaUrl))))
  findings.push(...(await examineCertificates(config)))
  if (config.smtpUrl) {
    const { smtpUrl } = config
    findings.push(...(await tried('Mail', async () => [await checkMailServer(smtpUrl)])))
  }
  for (const [whose, ask] of [
    ['the SMS gateway', () => (config.smsUrl ? checkSmsGateway(config.smsUrl) : undefined)],
    [publicUrl ?? '', () => (publicUrl ? checkPublicUrl(publicUrl) : undefined)],
  ] as const) {
    const asked: WebCheck | undefined = await ask()
    if (!asked) continue
    findings.push(asked.finding)
    if (asked.date) clocks.push({ whose, seconds: (asked.date.getTime() - Date.now()) / 1000 })
  }
  findings.push(...checkClocks(clocks))
  const cluster = config.databaseUrl ? [] : [await homeFolder(config.dataDir)]
  findings.push(...(await tried('Disk', () => checkDisk([config.dataDir, ...cluster]))))
  findings.push(...(await tried('Data folder', () => checkModes(config.dataDir))))
  findings.push(...(await tried('Left folder', () => checkLeftFolders())))
  return findings
}

async function examineCertificates(config: Config): Promise<Finding[]> {
  const { publicUrl } = config
  const addresses = [
    ['DATABASE_URL', config.databaseUrl],
    ['DATABASE_REPLICA_URL', config.databaseReplicaUrl],
  ] as const
  const checks = addresses.map(
    ([setting, url]) =>
      () =>
        url ? checkDatabaseCertificates(url, setting) : [],
  )
  const all = [...checks, () => (publicUrl ? checkPublicCertificate(publicUrl) : [])]
  return (await Promise.all(all.map((check) => tried('Certificate', check)))).flat()
}

async function examineDatabase(config: Config, clocks: Clock[]): Promise<Finding[]> {
  const found = await findDatabase(config)
  if ('says' in found) return [found]
  const pool = found
  try {
    const checks: [string, () => Promise<Finding[]>][] = [
      ['Database', () => checkServer(pool)],
      ['Database', () => examineOwner(pool, config)],
      ['Standbys', () => checkReplication(pool)],
      ['Tables', async () => [await checkMigrations(pool)]],
      ['Processes', async () => [await checkProcesses(pool)]],
      ['Jobs', () => checkJobs(pool)],
      ['Proxy', () => checkProxy(pool, config.trustedProxies)],
      ['Second step', async () => checkSecondStep(pool, await typesWithSecondFactor(config))],
      ['Backup', () => checkBackups(pool, new Date())],
      ['Backup', async () => [checkEncryption(config)]],
    ]
    const findings: Finding[] = []
    for (const [about, check] of checks) {
      findings.push(...(await tried(about, check)))
      // The others look into them.
      if (about === 'Tables' && !(await hasTables(pool))) break
    }
    clocks.push(await databaseClock(pool))
    return findings
  } finally {
    await pool.end()
  }
}

/** Rights are those of the role that owns the tables. */
async function examineOwner(pool: Pool, { databaseOwnerUrl }: Config): Promise<Finding[]> {
  if (!databaseOwnerUrl) return checkRights(pool, 'DATABASE_URL')
  const setting = 'DATABASE_OWNER_URL'
  try {
    const owner = await connectOrExplain(databaseOwnerUrl, { setting, create: createSetupPool })
    return await checkRights(owner, setting).finally(() => owner.end())
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return [wrong('Database', error.message, 'Enamel does not start again until it answers.')]
  }
}

async function typesWithSecondFactor({ publicUrl }: Config): Promise<readonly StaffType[]> {
  const { default: clinicConfig } = await import('../../../clinic.config.ts')
  return requiredTypes(parseClinic(clinicConfig), { publicUrl, demo: false })
}

async function findDatabase({ databaseUrl, dataDir }: Config): Promise<Pool | Finding> {
  try {
    const url = databaseUrl ?? (await runningDatabaseUrl(dataDir))
    if (url !== undefined) return await connectOrExplain(url)
    const isThere = existsSync(path.join(await homeFolder(dataDir), 'cluster'))
    const says = isThere ? `Enamel does not run on ${dataDir}.` : `Enamel was never started on ${dataDir}.`
    return wrong('Database', says, 'Start it (npm start): what lies in its database can be looked at then.')
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return wrong('Database', error.message, 'Nobody can book until it answers.')
  }
}
