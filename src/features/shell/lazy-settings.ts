import { lazyModule } from '../../ui/lazy.tsx'

/** Lazy, since it is rarely opened. */
export const settingsPanel = lazyModule(async () => (await import('./settings-panel.tsx')).SettingsPanel)
