import { buildPage } from './build-page.ts'

// One build and nothing else: the caller holds the lock.
await buildPage()
