import type { Chance } from '../random.ts'
import type { Report } from '../report.ts'

export type Stage = {
  cycles: number
  quick: boolean
  /** Duration of the outage of mail and SMS servers. */
  awayMs: number
  /** Duration of the faults: after this time no new one begins. */
  withinMs: number
  /** The wanted ones of `Scenario.kinds`; none: all. */
  kinds: readonly string[]
  chance: Chance
  /** Reports the progress of a long run to the operator. */
  say(words: string): void
}

/** One kind of fault, repeated. */
export type Scenario = {
  name: string
  cycles: { full: number; quick: number }
  /** Its faults, where one can be asked for. */
  kinds?: readonly string[]
  /** Runs only when it is named: it takes the machine to itself. */
  onlyByName?: true
  run(stage: Stage): Promise<Report>
}
