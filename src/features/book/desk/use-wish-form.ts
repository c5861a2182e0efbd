import { lazyModule, withTexts } from '../../../ui/lazy.tsx'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'

const wishForm = lazyModule(
  async () => (await withTexts(import('./wish-form.tsx'), 'waiting', 'wish')).WishForm,
)

/** What would suit somebody who waits, fetched when it is wanted. */
export const useWishForm = (wanted: boolean, onMissing: () => void) =>
  useLazyPart(wishForm, wanted, onMissing)
