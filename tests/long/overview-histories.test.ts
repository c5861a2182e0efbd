import { it } from 'vitest'
import { expectCounted } from '../../server/book/overview/histories.fixture.ts'

it('every number of the overview is what counting by hand says, after another history', () =>
  expectCounted(2))
