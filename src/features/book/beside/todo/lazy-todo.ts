import { loadTexts } from '../../../../i18n/i18n.ts'
import { lazyModule } from '../../../../ui/lazy.tsx'

/* What is to be done needs the server, so that neither the lists nor their texts are kept on a device. */
export const todoDock = lazyModule(async () => {
  const [{ TodoDock }] = await Promise.all([
    import('./todo-dock.tsx'),
    loadTexts('todo'),
    loadTexts('waiting'),
    loadTexts('wish'),
  ])
  return TodoDock
})
