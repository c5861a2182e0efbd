import { expect, it } from 'vitest'
import { paths } from './paths.ts'

it('has exactly the addresses of the specification, section 2', () => {
  const listed = Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path()]))
  expect(listed).toEqual({ home: '/', book: '/book-appointment' })
})
