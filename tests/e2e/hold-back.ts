import type { Page } from '@playwright/test'

/** Holds back what the page asks of an address from now on, as on a slow line. @returns what lets it through */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return release
}
