import { it } from 'vitest'
import { expectCounted } from '../../server/book/overview/histories.fixture.ts'

it('every number of the overview equals a count by hand, after another history', () => expectCounted(2))
