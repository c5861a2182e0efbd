import { loadTexts } from '../i18n/i18n.ts'
import { lazyPage } from '../ui/lazy.tsx'

/** What stands in the place of a locked page. */
export const lockScreen = lazyPage(async () => {
  const [{ LockScreen }] = await Promise.all([
    import('../features/unlock/lock-screen.tsx'),
    loadTexts('unlock').catch(() => {}),
  ])
  return LockScreen
})
