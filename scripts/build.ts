import { withBuildLock } from '../build/lock.ts'
import { buildPage } from './build/build-page.ts'

const started = performance.now()
await withBuildLock(buildPage)
console.log(`Built the page into dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
