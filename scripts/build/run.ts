import { buildPage } from './build-page.ts'

// One build and nothing else: the caller has the lock.
await buildPage()
