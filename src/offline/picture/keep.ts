import { PICTURE, SEALED_MS } from '../../../contract/seal-limits.ts'
import { addDays, clinicDate, toInstant } from '../../../domain/clinic-time.ts'
import { sealerFor } from '../../../seal/format.ts'
import { putAnswer, storedKey } from '../../../seal/store.ts'
import { clinic } from '../../clinic.ts'
import { clock, deviceTime } from '../../clock.ts'
import { limited } from '../../device/limited.ts'
import { sealKeyId } from '../../device/seal-key.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import { whenIdle } from '../../device/when-idle.ts'
import { queryClient } from '../query-client.ts'
import { type Picture, stageNow } from './picture.ts'
import { drawnOf, rulesFor } from './take.ts'

/** A list that changes all the time is pictured so often at most, in milliseconds. */
const EVERY_MS = 2_000

/**
 * Stores a picture of a page with a stored list, sealed, whenever that has changed and the page is idle. Not of what is
 * on its way to the server: what a page shows meanwhile was never an answer.
 * @param place the page within its `main`
 * @param updatedAt when what it shows was fetched, in milliseconds since 1970 by the device's clock
 * @returns stops it
 */
export function keepPicture(place: Element, updatedAt: () => number): () => void {
  if (isTablet()) return () => {}
  let isOver = false
  let timer = 0
  let latest = ''
  const look = async () => {
    if (isOver) return
    if (!isSettled(place)) return later()
    // Where the browser has no room the next start has the frame alone.
    latest = await store(pictureOf(place, updatedAt()), latest).catch(() => latest)
  }
  const later = () => {
    if (isOver || timer) return
    timer = window.setTimeout(() => {
      timer = 0
      whenIdle(() => void look())
    }, EVERY_MS)
  }
  const observer = new MutationObserver(later)
  observer.observe(place, { childList: true, characterData: true, subtree: true })
  const onResize = limited(later)
  addEventListener('resize', onResize)
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
    observer.disconnect()
    onResize.cancel()
    removeEventListener('resize', onResize)
  }
}

const isSettled = (place: Element) =>
  queryClient.isMutating() === 0 && place.isConnected && place.querySelector('[aria-busy=true]') === null

function pictureOf(place: Element, updatedAt: number): Picture {
  const page = drawnOf(place, innerHeight)
  const top = place.closest('main')?.getBoundingClientRect().top ?? 0
  const tomorrow = addDays(clinicDate(clock.now(), clinic.timeZone), 1)
  return {
    stage: stageNow(),
    height: innerHeight,
    until: Math.min(
      deviceTime(toInstant(tomorrow, '00:00', clinic.timeZone).getTime()),
      updatedAt + SEALED_MS,
    ),
    idleMinutes: clinic.idleMinutes,
    placeHeight: Math.floor(document.documentElement.scrollHeight - (top + scrollY)),
    rules: rulesFor(page),
    page,
  }
}

/** @returns what is stored from now on */
async function store(picture: Picture, latest: string): Promise<string> {
  const text = JSON.stringify(picture)
  const key = text === latest ? null : await storedKey()
  if (!key || key.id !== sealKeyId()) return latest
  const sealed = await (await sealerFor(key))(text, {
    question: PICTURE,
    // Of two pictures of the same rows the later one stays.
    at: clock.now().getTime(),
  })
  return (await putAnswer(PICTURE, sealed, key)) ? text : latest
}
