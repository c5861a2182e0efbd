import { loadTexts } from '../i18n/i18n.ts'
import { lazyPage } from '../ui/lazy.tsx'

/** The screen of a locked session, lazily loaded. */
export const lockScreen = lazyPage(async () => {
  const [{ LockScreen }] = await Promise.all([
    import('../features/unlock/lock-screen.tsx'),
    loadTexts('unlock').catch(() => {}),
  ])
  return LockScreen
})
