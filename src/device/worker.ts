type Registration = import('./worker-registration.ts').Registration

const listeners = new Set<() => void>()
let isWaiting = false

let setRegistered: (registration: Registration | undefined | Promise<Registration | undefined>) => void
/** Settles when the page was idle, for those too who ask before; undefined where there is no worker. */
const registered = new Promise<Registration | undefined>((resolve) => {
  setRegistered = resolve
})

/**
 * Registers the service worker once the page has loaded and has nothing else to do: whoever is here for the first time
 * waits for the page, not for what it will need without a connection. Call it once.
 * Where there can be no worker (plain http, a private window, the dev server) nothing happens, silently.
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

/**
 * Calls the listener when a new version of the app is on this device and waits to be taken; at once when it waits already.
 * @returns ends the listening.
 */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener)
  if (isWaiting) listener()
  return () => void listeners.delete(listener)
}

/** Takes the new version and loads the page anew, once. Without a worker, or with none that waits, it only reloads. */
export async function takeNewVersion(): Promise<void> {
  await (await registered)?.takeOver()
  location.reload()
}

/**
 * Has the worker keep the texts of a language beside English, and those of no other. Nobody should wait for it.
 * @param iso code of the language; English: no texts are kept beyond what everyone has
 */
export async function cacheLanguage(iso: string): Promise<void> {
  await (await registered)?.cacheLanguage(iso)
}

/**
 * Has the worker keep the pages of staff too, which patients' devices do without. Costs nothing when they are kept
 * already. Nobody should wait for it: where the worker itself cannot be fetched yet, it settles with a later visit only.
 * @returns whether all of them are on this device now; false without a worker, or when the connection ended before.
 */
export async function cacheStaffPart(): Promise<boolean> {
  return (await (await registered)?.cacheStaffPart()) ?? false
}

/**
 * Has the worker fetch what this tablet stores, sealed for it: at most four times an hour, however often it is asked.
 * Without a worker nothing happens.
 */
export async function refreshTablet(): Promise<void> {
  await (await registered)?.refreshTablet()
}
