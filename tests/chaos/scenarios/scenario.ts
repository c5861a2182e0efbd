import type { Chance } from '../random.ts'
import type { Report } from '../report.ts'

export type Stage = {
  cycles: number
  quick: boolean
  /** How long mail and SMS servers are away. */
  awayMs: number
  chance: Chance
}

/** One kind of fault, repeated. */
export type Scenario = {
  name: string
  cycles: { full: number; quick: number }
  /** Runs only when it is named: it takes the machine to itself. */
  onlyByName?: true
  run(stage: Stage): Promise<Report>
}
