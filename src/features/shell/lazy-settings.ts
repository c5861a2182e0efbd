import { lazyModule } from '../../ui/lazy/lazy-module.ts'

/** The settings panel: whoever opens it does so once in weeks. */
export const settingsPanel = lazyModule(async () => (await import('./settings-panel.tsx')).SettingsPanel)
