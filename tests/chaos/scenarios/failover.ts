import { rm } from 'node:fs/promises'
import { type Clinic, openClinic } from '../clinic.ts'
import { type Cluster, startCluster, whyNoCluster } from '../cluster.ts'
import { temporaryFolder } from '../folder.ts'
import { notRun, type Report } from '../report.ts'
import type { Scenario, Stage } from './scenario.ts'

/**
 * Time in which bookings continue after another machine has become the primary, and after a full disk has room again.
 */
const BACK_WITHIN_MS = 3_000
/** All three machines follow again. */
const WHOLE_WITHIN_MS = 180_000
/** Longer than Patroni's ttl, so that the machine that is cut off has stepped down. */
const CUT_MS = 35_000
const FULL_MS = 30_000
const NOTICED_WITHIN_MS = 60_000

/** A fault of the primary. */
type Fault = {
  name: string
  act(cluster: Cluster, leader: string): Promise<void>
  /** Repairs the machine, once there is another primary. */
  mend?(parts: { cluster: Cluster; clinic: Clinic; leader: string; begun: number }): Promise<void>
}

const MACHINE_KILLED: Fault = {
  name: 'machine killed',
  act: (cluster, leader) => cluster.killNode(leader),
  mend: ({ cluster, leader }) => cluster.startNode(leader),
}
const POSTGRES_KILLED: Fault = {
  name: 'PostgreSQL killed',
  act: (cluster, leader) => cluster.killPostmaster(leader),
}
const SWITCHED: Fault = {
  name: 'switched over',
  act: (cluster, leader) => cluster.switchOver(leader),
}
const CUT: Fault = {
  name: 'cut off',
  act: (cluster, leader) => cluster.cut(leader),
  async mend({ cluster, clinic, leader, begun }) {
    await clinic.calmFor(begun + CUT_MS - performance.now())
    await cluster.join(leader)
  },
}
const DISK_FULL = 'disk full'

/** Seven in turn, five times over, and one disk: 20 kills, 10 switch-overs, 5 cuts. */
const ROUND = [
  MACHINE_KILLED,
  POSTGRES_KILLED,
  SWITCHED,
  CUT,
  POSTGRES_KILLED,
  MACHINE_KILLED,
  SWITCHED,
] as const
const TURNS = [...ROUND.slice(0, 4), DISK_FULL, ...ROUND.slice(4), ...Array(4).fill(ROUND).flat()] as (
  | Fault
  | typeof DISK_FULL
)[]
const nameOf = (turn: Fault | typeof DISK_FULL) => (turn === DISK_FULL ? DISK_FULL : turn.name)

/** Three machines with PostgreSQL under Patroni, two processes of Enamel: the primary goes in five ways. */
export const failover: Scenario = {
  name: 'failover',
  cycles: { full: TURNS.length, quick: 5 },
  kinds: [...new Set(TURNS.map(nameOf))],
  onlyByName: true,
  async run(stage) {
    const why = whyNoCluster()
    if (why !== undefined) return notRun(why)
    const folder = await temporaryFolder()
    const report = await runIn(folder, stage)
    if (report.problems.length === 0) await rm(folder, { recursive: true, force: true })
    return report
  },
}

/** @param folder may be deleted after the run: its disks are unmounted */
async function runIn(
  folder: string,
  { cycles, chance, quick, kinds, withinMs, say }: Stage,
): Promise<Report> {
  await using cluster = await startCluster(folder)
  const database = { url: cluster.url, pid: () => Promise.reject(new Error('there are three')) }
  await using clinic = await openClinic({ chance, quick, database, processes: 2, withDesk: true })
  const problems: string[] = []
  const turns = kinds.length > 0 ? TURNS.filter((turn) => kinds.includes(nameOf(turn))) : TURNS
  const end = performance.now() + withinMs
  for (let cycle = 0; cycle < cycles && performance.now() < end; cycle++) {
    const turn = turns[cycle % turns.length] as (typeof turns)[0]
    const { backMs, says } =
      turn === DISK_FULL ? await fillDisk(cluster, clinic) : await befall(turn, cluster, clinic)
    // As it goes: it takes a quarter of an hour.
    say(`${cycle + 1}. ${nameOf(turn)}: ${says}`)
    if (backMs > BACK_WITHIN_MS)
      problems.push(`${nameOf(turn)}: booked again only after ${seconds(backMs)} s`)
    if (!(await clinic.eventually(cluster.isWhole, WHOLE_WITHIN_MS))) {
      problems.push(`${nameOf(turn)}: the machine did not come back`)
      break
    }
  }
  return await clinic.finish({ problems })
}

type Befallen = { backMs: number; says: string }

async function befall(fault: Fault, cluster: Cluster, clinic: Clinic): Promise<Befallen> {
  const leader = (await cluster.leader()) ?? ''
  await clinic.waitForBusy()
  const takeover = await cluster.expectTakeover(leader)
  const begun = performance.now()
  const [, next] = await Promise.all([fault.act(cluster, leader), takeover()])
  const ready = clinic.readyAgain()
  const bookedMs = await clinic.recovered(next.chosen)
  // One that was stored before is acknowledged again without a standby, a new one is not.
  const backMs = Math.max(bookedMs, next.followed - next.chosen)
  const after = (moment: number) => seconds(moment - next.chosen)
  const says =
    `${leader} to ${next.name} after ${seconds(next.chosen - begun)} s; from then on writable ${after(next.writable)}, ` +
    `reachable ${after(next.reachable)}, followed ${after(next.followed)}, ready ${after(await ready)}, booked ${seconds(bookedMs)} s`
  await fault.mend?.({ cluster, clinic, leader, begun })
  return { backMs, says }
}

/** The primary's disk is filled, and has room again: by then another may be the primary. */
async function fillDisk(cluster: Cluster, clinic: Clinic): Promise<Befallen> {
  const before = (await cluster.leader()) ?? ''
  const disk = cluster.diskOf(before)
  await clinic.waitForBusy()
  const begun = performance.now()
  await disk.fill()
  const noticed = await clinic.ledger.firstFailureAfter(begun, NOTICED_WITHIN_MS)
  if (noticed === undefined) clinic.ledger.problem('nobody noticed that the disk was full')
  clinic.load.pace(8)
  await clinic.sleep(begun + FULL_MS - performance.now())
  const leader = await cluster.leader()
  const booked = clinic.ledger.bookedSince(performance.now() - FULL_MS / 3)
  await disk.makeRoom()
  const backMs = await clinic.recovered(performance.now())
  const says =
    `of ${before}, noticed after ${seconds((noticed ?? Number.NaN) - begun)} s; in the end the primary is ${leader}; ${booked} booked in the last ` +
    `${FULL_MS / 3_000} s without room; booked ${seconds(backMs)} s after there was room`
  return { backMs, says }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)
