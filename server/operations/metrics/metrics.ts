import { readFileSync } from 'node:fs'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { type ObserveRequest, requestMetrics } from '../../platform/http/call-metrics.ts'
import { type StateSources, stateMetrics } from './state.ts'

export type Metrics = {
  observe: ObserveRequest
  /** In Prometheus's text format. */
  text(): Promise<string>
  contentType: string
}

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * Metrics of one server in a separate registry. Process metrics (memory, CPU, event loop, garbage collection)
 * are collected from the first scrape on, so they are free without one.
 * @param build identifies the page's build; none without a page
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
