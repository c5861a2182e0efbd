/** Chromium's offer to install the app, which no standard describes. It can be shown once. */
interface InstallPrompt extends Event {
  /** Shows the browser's own question, in answer to a press. */
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface Window {
  /** The browser's prompt, kept by public/early.js; missing in browsers without one. */
  installPrompt?: InstallPrompt
}

interface WindowEventMap {
  beforeinstallprompt: InstallPrompt
}
