type Registration = import('./worker-registration.ts').Registration

const listeners = new Set<() => void>()
let isWaiting = false

let setRegistered: (registration: Registration | undefined | Promise<Registration | undefined>) => void
/** Settles once the page was idle, also for earlier callers; undefined where there is no worker. */
const registered = new Promise<Registration | undefined>((resolve) => {
  setRegistered = resolve
})

/**
 * Registers the service worker once the page is loaded and idle, so that a first visit does not wait for the download of
 * what is needed offline. Call it once. It does nothing without worker support: plain http, private windows, dev server.
 */
export function startWorker(): void {
  const canRegister = !import.meta.env.DEV && 'serviceWorker' in navigator
  const register = () => setRegistered(canRegister ? registerWorker() : undefined)
  // Safari has no requestIdleCallback.
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(register)
    else setTimeout(register)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

async function registerWorker(): Promise<Registration | undefined> {
  try {
    const { register } = await import('./worker-registration.ts')
    return await register(announce)
  } catch {
    return undefined
  }
}

function announce() {
  isWaiting = true
  for (const listener of listeners) listener()
}

/** Notifies when a new version waits on this device; at once when it waits already. @returns unsubscribes */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  if (isWaiting) listener()
  return () => void listeners.delete(listener)
}

/** Activates the new version and reloads the page once. Without a waiting worker it only reloads. */
export async function takeNewVersion(): Promise<void> {
  await (await registered)?.takeOver()
  location.reload()
}

/**
 * Makes the worker cache the texts of this one language beside English. Don't await it.
 * @param iso code of the language; English: no further texts
 */
export async function cacheLanguage(iso: string): Promise<void> {
  await (await registered)?.cacheLanguage(iso)
}

/**
 * Makes the worker cache the staff pages too, which patients' devices do without. Free when they are cached. Don't
 * await it: without a worker it settles on a later visit.
 * @returns whether all of them are cached; false without a worker, or when the connection broke off
 */
export async function cacheStaffPart(): Promise<boolean> {
  return (await (await registered)?.cacheStaffPart()) ?? false
}

/**
 * Makes the worker fetch the pages that this tablet stores, sealed for it: at most four times an hour. Does nothing
 * without a worker.
 */
export async function refreshTablet(): Promise<void> {
  await (await registered)?.refreshTablet()
}
