import { readFileSync } from 'node:fs'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { type ObserveRequest, requestMetrics } from './requests.ts'
import { type StateSources, stateMetrics } from './state.ts'

export type Metrics = {
  observe: ObserveRequest
  /** Everything in Prometheus's text format. */
  text(): Promise<string>
  contentType: string
}

/** The version of the program; read once, as it stands beside the program. */
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * The numbers of one server, in a registry of their own. Those of the process (memory, processor time, event loop,
 * garbage collection) are gathered from the first scrape on: where nobody asks they cost nothing.
 * @param build tells builds of the page apart; none without a page
 */
export function createMetrics({ build = '', ...sources }: StateSources & { build?: string }): Metrics {
  const registry = new Registry()
  new Gauge({
    name: 'enamel_build_info',
    help: 'Always 1; the labels say which version runs',
    labelNames: ['version', 'build', 'node'],
    registers: [registry],
  }).set({ version, build, node: process.version }, 1)
  stateMetrics(registry, sources)
  const observe = requestMetrics(registry)
  let isAsked = false
  return {
    observe,
    contentType: registry.contentType,
    text() {
      if (!isAsked) collectDefaultMetrics({ register: registry })
      isAsked = true
      return registry.metrics()
    },
  }
}
