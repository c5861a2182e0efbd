import { lazyPart } from '../../ui/lazy-part.ts'

/** The settings panel: whoever opens it does so once in weeks. */
export const settingsPart = lazyPart(async () => (await import('./settings-panel.tsx')).SettingsPanel)
