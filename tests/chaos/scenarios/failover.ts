import { rm } from 'node:fs/promises'
import { openClinic } from '../clinic.ts'
import { type Cluster, startCluster, whyNoCluster } from '../cluster.ts'
import { temporaryFolder } from '../folder.ts'
import { notRun } from '../report.ts'
import type { Scenario } from './scenario.ts'

/** To reach: bookings again so soon after the new primary has taken over. What comes later is noted. */
const BACK_SOON_MS = 3_000
/** Later than this is a fault: it is more than two looks of Patroni. */
const BACK_WITHIN_MS = 12_000
/** All three machines follow again. */
const WHOLE_WITHIN_MS = 180_000
/** Longer than Patroni's ttl, so that the machine that is cut off has stepped down. */
const CUT_MS = 35_000

type Fault = {
  name: string
  /** Its share in ten cycles. */
  share: number
  act(cluster: Cluster, leader: string): Promise<void>
  /** What makes the machine whole again, once there is another primary. */
  mend(cluster: Cluster, leader: string, sleep: (ms: number) => Promise<void>): Promise<void>
}

/** In this order again and again. */
const FAULTS: readonly Fault[] = [
  {
    name: 'machine killed',
    share: 3,
    act: (cluster, leader) => cluster.killNode(leader),
    mend: (cluster, leader) => cluster.startNode(leader),
  },
  {
    name: 'PostgreSQL killed',
    share: 3,
    act: (cluster, leader) => cluster.killPostmaster(leader),
    mend: async () => {},
  },
  {
    name: 'switched over',
    share: 2,
    act: (cluster, leader) => cluster.switchOver(leader),
    mend: async () => {},
  },
  {
    name: 'cut off',
    share: 2,
    act: (cluster, leader) => cluster.cut(leader),
    async mend(cluster, leader, sleep) {
      await sleep(CUT_MS)
      await cluster.join(leader)
    },
  },
]
/** Evenly mixed, so that a short run has each of them. */
const TURNS = Array.from({ length: 3 }, (_, round) => FAULTS.filter(({ share }) => share > round)).flat()

/** Three machines with PostgreSQL under Patroni, two processes of Enamel: the primary goes in four ways. */
export const failover: Scenario = {
  name: 'failover',
  cycles: { full: 35, quick: 4 },
  onlyByName: true,
  async run({ cycles, chance, quick }) {
    const why = whyNoCluster()
    if (why !== undefined) return notRun(why)
    const folder = await temporaryFolder()
    const times = new Map<string, { away: number[]; back: number[] }>()
    await using cluster = await startCluster(folder)
    const database = { url: cluster.url, pid: () => Promise.reject(new Error('there are three')) }
    await using clinic = await openClinic({ chance, quick, database, processes: 2 })
    const problems: string[] = []
    for (let cycle = 0; cycle < cycles; cycle++) {
      const fault = TURNS[cycle % TURNS.length] as Fault
      const leader = (await cluster.leader()) ?? ''
      await clinic.waitForBusy()
      const begun = performance.now()
      await fault.act(cluster, leader)
      const promoted = await cluster.nextPrimary(leader)
      const backMs = await clinic.recovered(promoted)
      const seen = times.get(fault.name) ?? { away: [], back: [] }
      seen.away.push(promoted - begun)
      seen.back.push(backMs)
      times.set(fault.name, seen)
      if (backMs > BACK_WITHIN_MS)
        problems.push(`${fault.name}: booked again ${backMs.toFixed(0)} ms after the promotion`)
      await fault.mend(cluster, leader, clinic.calmFor)
      if (!(await clinic.eventually(cluster.isWhole, WHOLE_WITHIN_MS))) {
        problems.push(`${fault.name}: the machine did not come back`)
        break
      }
    }
    const report = await clinic.finish({
      notes: [...times].map(([name, { away, back }]) => {
        const list = (all: number[]) => all.map((ms) => (ms / 1000).toFixed(1)).join(', ')
        const late = back.filter((ms) => ms > BACK_SOON_MS).length
        return `${name}: new primary after ${list(away)} s; booked again ${list(back)} s after it, ${late} of ${back.length} later than ${BACK_SOON_MS / 1000} s`
      }),
      problems,
    })
    if (report.problems.length === 0) await rm(folder, { recursive: true, force: true })
    return report
  },
}
