/** Chromium's offer to install the app, which no standard describes. It can be shown once. */
interface InstallPrompt extends Event {
  /** Shows the browser's own question, in answer to a press. */
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface Window {
  /** Kept by public/early.js from the moment the browser makes it; missing in a browser that makes none. */
  installPrompt?: InstallPrompt
}

interface WindowEventMap {
  beforeinstallprompt: InstallPrompt
}
