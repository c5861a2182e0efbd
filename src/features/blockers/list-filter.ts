import type { BlockerType } from '../../../domain/blockers.ts'
import { pageOf } from '../../ui/paged-list/page-of.ts'
import { isBlockerType } from './blocker-type.ts'

/** Filter in the address, so that a reload and Back keep it. */
export type BlockerFilter = {
  /** Empty: all of them. */
  type: BlockerType | ''
  /** Page number from 1. */
  page: number
}

/** Invalid values count as missing. */
export function filterOf(search: string): BlockerFilter {
  const params = new URLSearchParams(search)
  const type = params.get('type') ?? ''
  return { type: isBlockerType(type) ? type : '', page: pageOf(params) }
}

/** Empty for the first page of all types. */
export function searchOf({ type, page }: BlockerFilter): string {
  const params = new URLSearchParams({
    ...(type === '' ? {} : { type }),
    ...(page === 1 ? {} : { page: String(page) }),
  })
  return params.size === 0 ? '' : `?${params}`
}
