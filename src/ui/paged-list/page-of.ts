const LAST_PAGE = 1_000_000

/** The page, from 1, that an address says; what makes no sense there counts as not said. */
export function pageOf(params: URLSearchParams): number {
  const page = params.get('page') ?? ''
  return /^[1-9]\d{0,6}$/.test(page) && Number(page) <= LAST_PAGE ? Number(page) : 1
}
