import type { BlockerType } from '../../../domain/blockers.ts'
import { pageOf } from '../../ui/paged-list/page-of.ts'
import { isBlockerType } from './blocker-type.ts'

/** Which blockers the page shows; it stands in the address, so that a reload and Back keep it. */
export type BlockerFilter = {
  /** Empty: all of them. */
  type: BlockerType | ''
  /** From 1. */
  page: number
}

/** The filter of an address; what makes no sense there counts as not said. */
export function filterOf(search: string): BlockerFilter {
  const params = new URLSearchParams(search)
  const type = params.get('type') ?? ''
  return { type: isBlockerType(type) ? type : '', page: pageOf(params) }
}

/** What stands behind the path for a filter; nothing for the first page of all. */
export function searchOf({ type, page }: BlockerFilter): string {
  const params = new URLSearchParams({
    ...(type === '' ? {} : { type }),
    ...(page === 1 ? {} : { page: String(page) }),
  })
  return params.size === 0 ? '' : `?${params}`
}
