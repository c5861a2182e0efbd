import { messageSW, Workbox } from 'workbox-window'
import { REFRESH_TAG } from '../../contract/seal.ts'
import { trustedWorker } from './trusted-worker.ts'

const WORKER = '/sw.js'
const HOUR_MS = 3_600_000
/** Maximum wait for a new worker to activate before the page reloads, in milliseconds. */
const PATIENCE_MS = 5_000

export type Registration = {
  /** Activates the waiting version; settles when it has taken over. */
  takeOver: () => Promise<void>
  /** @returns whether all staff pages are cached */
  cacheStaffPart: () => Promise<boolean>
  /** @param iso code of the language to cache from now on */
  cacheLanguage: (iso: string) => Promise<void>
  /** Makes the worker refresh this tablet now and, where the browser allows it, while the app is closed. */
  refreshTablet: () => Promise<void>
}

/**
 * Registers the worker and looks for new versions when the page is shown and while it stays visible, at most hourly.
 * @param onWaiting a new version is fully on this device and waits
 * @throws Error where the browser refuses a worker
 */
export async function register(onWaiting: () => void): Promise<Registration> {
  const workbox = new Workbox(trustedWorker(WORKER))
  workbox.addEventListener('waiting', onWaiting)
  const registration = await workbox.register({ immediate: true })
  // A browser under test answers with nothing.
  if (!registration) throw new Error('The browser did not register the worker.')
  lookForUpdates(registration)

  const askAll = async (message: object): Promise<unknown[]> => {
    const { active } = await navigator.serviceWorker.ready
    // A waiting version has its own cache, and may be the active one by the time the connection fails.
    const workers = [active, registration.waiting].filter((worker) => worker !== null)
    return Promise.all(workers.map((worker) => messageSW(worker, message)))
  }
  return {
    takeOver: () => takeOver(workbox, registration),
    cacheStaffPart: async () => {
      const answers = await askAll({ type: 'KEEP_STAFF_PART' })
      return answers.every((answer) => answer === true)
    },
    cacheLanguage: async (iso) => void (await askAll({ type: 'KEEP_LANGUAGE', iso })),
    refreshTablet: async () => {
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ type: 'REFRESH_TABLET' })
      await askForWaking(registration)
    },
  }
}

function lookForUpdates(registration: ServiceWorkerRegistration) {
  let lookedAt = Date.now()
  const look = () => {
    if (document.hidden || Date.now() - lookedAt < HOUR_MS) return
    lookedAt = Date.now()
    // Without a connection there is nothing to find.
    registration.update().catch(() => {})
  }
  document.addEventListener('visibilitychange', look)
  // A tablet at the front desk may show the same page all day.
  setInterval(look, HOUR_MS)
}

type WithPeriodicSync = {
  periodicSync?: { register: (tag: string, options: { minInterval: number }) => Promise<void> }
}

/** Chromium alone knows this, and grants it to apps that are installed and used; it then makes the interval longer. */
async function askForWaking(registration: ServiceWorkerRegistration & WithPeriodicSync): Promise<void> {
  if (!registration.periodicSync) return
  const name = 'periodic-background-sync' as PermissionName
  const { state } = await navigator.permissions.query({ name })
  if (state === 'granted') await registration.periodicSync.register(REFRESH_TAG, { minInterval: HOUR_MS })
}

async function takeOver(workbox: Workbox, registration: ServiceWorkerRegistration): Promise<void> {
  if (!registration.waiting) return
  const tookOver = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true })
    setTimeout(resolve, PATIENCE_MS)
  })
  workbox.messageSkipWaiting()
  await tookOver
}
