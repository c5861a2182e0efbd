import type { Page } from '@playwright/test'

/** Without an icon of its own the browser would ask for one. */
const EMPTY = { contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }

/** `/empty` is from now on a page of the app's origin without the app, for what lies in its storage. */
export const offerEmptyPage = (page: Page) => page.route('**/empty', (route) => route.fulfill(EMPTY))
