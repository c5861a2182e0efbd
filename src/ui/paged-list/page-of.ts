const LAST_PAGE = 1_000_000

/** Page number from 1; invalid values count as missing. */
export function pageOf(params: URLSearchParams): number {
  const page = params.get('page') ?? ''
  return /^[1-9]\d{0,6}$/.test(page) && Number(page) <= LAST_PAGE ? Number(page) : 1
}
