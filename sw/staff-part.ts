/*
 * The part of the app that only staff need. It is fetched on a device where they work, and there with every new version
 * from then on, so that a tablet without a connection still opens everything right after an update.
 * All files have their content's hash in the name.
 */
const CACHE = 'enamel-staff'

/** Whether staff work on this device: what was once asked for stays. */
export const isStaffPartWanted = () => caches.has(CACHE)

/** Fetches what is missing, one file after the other: the page goes first on a slow line. @throws when one cannot be had */
export async function cacheStaffPart(files: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const file of files) if (!(await cache.match(file))) await cache.add(file)
}

/** Lets go of what earlier versions had. */
export async function forgetOldStaffPart(files: readonly string[]): Promise<void> {
  if (!(await isStaffPartWanted())) return
  const cache = await caches.open(CACHE)
  const old = (await cache.keys()).filter(({ url }) => !files.includes(new URL(url).pathname))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** The kept file; where it is not kept, the network's. */
export async function staffFile(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request)
}
