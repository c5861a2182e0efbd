import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { root } from '../build/build-info.ts'
import { addDays, clinicDate, weekdayOf } from '../domain/clinic-time.ts'
import { DEMO_SIGN_IN } from '../server/operations/demo/staff.ts'
import { browserFlags, findBrowser } from './browser/find-browser.ts'
import { clinicOfBuild } from './build/baked-in.ts'
import { SCREENSHOTS, SHOT_PIXELS } from './build/web-manifest.ts'

/*
 * Takes the screenshots of the install prompt into public/screenshots/: run `npm run demo` and then `npm run
 * screenshots`, with the demo's address when it is not the default. They are committed; everybody in them is
 * invented.
 */
const ADDRESS = process.argv[2] ?? 'http://localhost:3000'

const clinic = clinicOfBuild()

type Shot = (typeof SCREENSHOTS)[number]

const OPEN: Record<Shot['name'], (page: Page) => Promise<void>> = {
  'booking-wide': bookingDetails,
  'booking-narrow': bookingDetails,
  'appointments-wide': appointments,
  'appointments-narrow': appointments,
  'day-wide': async (page) => {
    await appointments(page)
    await page.goto(`/dashboard?view=day&location=${clinic.offeredLocations[0]}&day=${nextWorkingDay()}`)
    await page.locator('.block').first().waitFor()
  },
}

const browser = await chromium.launch({ executablePath: findBrowser(console.log), args: browserFlags() })
for (const shot of SCREENSHOTS) await take(browser, shot)
await browser.close()

async function take(browser: Browser, { name, form }: Shot): Promise<void> {
  const deviceScaleFactor = form === 'narrow' ? 2 : 1
  const [width, height] = SHOT_PIXELS[form].map((pixels) => pixels / deviceScaleFactor) as [number, number]
  const context = await browser.newContext({
    baseURL: ADDRESS,
    viewport: { width, height },
    deviceScaleFactor,
    hasTouch: form === 'narrow',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await OPEN[name](page)
  await page.mouse.move(0, 0)
  const png = await page.screenshot({ animations: 'disabled' })
  await page.goto('about:blank')
  const picture = Buffer.from(await page.evaluate<string>(asWebp(png)), 'base64')
  await writeFile(path.join(root, `public/screenshots/${name}.webp`), picture)
  console.log(`${name}.webp  ${(picture.length / 1000).toFixed(1)} KB`)
  await context.close()
}

async function bookingDetails(page: Page): Promise<void> {
  await page.goto('/book-appointment')
  await page.getByRole('button', { name: 'No', exact: true }).click()
  await page.getByLabel('First Name').fill('Adaeze')
  await page.getByLabel('Last Name').fill('Okoye')
  await page.getByLabel('Email').fill('adaeze@example.com')
  await page.getByLabel('Phone Number').fill('0803 555 0100')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByLabel('Consultation', { exact: true }).check()
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('gridcell', { disabled: false }).nth(12).click()
  await page.getByRole('button', { name: '10:30 AM', exact: true }).click()
  const top = await page.getByRole('heading', { name: 'Date and time' }).boundingBox()
  await page.evaluate(`scrollBy(0, ${(top?.y ?? 0) - 24})`)
}

async function appointments(page: Page): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Username').fill(DEMO_SIGN_IN.username)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_SIGN_IN.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  await page
    .getByRole('button', { name: /^Confirm / })
    .first()
    .waitFor({ state: 'attached' })
}

/** The demo fills working days from tomorrow on. */
function nextWorkingDay(): string {
  const ahead = [1, 2, 3, 4].map((days) => addDays(clinicDate(new Date(), clinic.timeZone), days))
  return ahead.find((day) => weekdayOf(day) >= 1 && weekdayOf(day) <= 5) as string
}

/** Half the bytes of the PNG. */
function asWebp(png: Buffer): string {
  return `(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: image.naturalWidth, height: image.naturalHeight })
    canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.9).split(',')[1]
  })()`
}
