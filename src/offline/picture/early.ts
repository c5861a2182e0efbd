import { PICTURE, SEAL_SCHEMA } from '../../../contract/seal-limits.ts'
import { isIdle } from '../../../domain/idle.ts'
import { CURVE, openerOf } from '../../../seal/format.ts'
import { holdsFor, storedWith } from '../../../seal/store.ts'
import { draw } from './draw.ts'
import { isOfStage, type Picture } from './picture.ts'

/*
 * Draws the picture of the list before the app is there, into the frame of the staff pages. A file of its own, which needs
 * nothing of the app's (scripts/build/chunk-groups.ts). public/early.js loads it where this tab may have a picture, and
 * asks for it once the frame is painted.
 */

declare global {
  interface Window {
    /** Settles when the picture is painted, or at once where there is none to be drawn. */
    drawPicture?: () => Promise<void>
  }
}

/** A store that doesn't answer must not hold up the app, in milliseconds. */
const AT_MOST_MS = 150
/** In session storage, by the names of src/session/stored-token.ts. */
const ofTab = (name: 'pagesKey' | 'authUser') => sessionStorage.getItem(name) ?? ''

/** The picture that may be shown to whoever is at this tab; null: none. */
async function openPicture(): Promise<Picture | null> {
  const [x = '', y = '', d = ''] = ofTab('pagesKey').split('.')
  const half = { kty: 'EC', crv: CURVE.namedCurve, x, y, d }
  const [own, { key, sealed }] = await Promise.all([
    crypto.subtle.importKey('jwk', half, CURVE, false, ['deriveBits']),
    storedWith(PICTURE),
  ])
  const { id, rightsVersion } = JSON.parse(ofTab('authUser'))
  if (!key || sealed?.schema !== SEAL_SCHEMA || !holdsFor(key, { id: key.id, owner: id, rightsVersion }))
    return null
  const text = await openerOf(own, key.id)(sealed, PICTURE)
  const picture: Picture | null = text === null ? null : JSON.parse(text)
  return picture && mayBeShown(picture) ? picture : null
}

function mayBeShown(picture: Picture): boolean {
  const now = Date.now()
  // As src/session/lock/idle.ts has noted it.
  const lastHand = Number(localStorage.getItem('lastHand')) || null
  return now < picture.until && !isIdle(lastHand, now, picture.idleMinutes) && isOfStage(picture)
}

const opening = openPicture().catch(() => null)

window.drawPicture = async () => {
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), AT_MOST_MS))
  const picture = await Promise.race([opening, tooLate])
  const [frame, root] = [document.querySelector('.s-main'), document.getElementById('root')]
  // Whoever has signed out, or locked, in another tab meanwhile has taken the key out of this one.
  if (!picture || !frame || !root || !ofTab('pagesKey')) return
  const drawn = draw(picture, frame)
  // It holds patients' names, and goes with the app's first render, whatever that shows.
  new MutationObserver((_, observer) => {
    observer.disconnect()
    drawn.remove()
  }).observe(root, { childList: true })
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
