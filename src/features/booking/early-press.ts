declare global {
  interface Window {
    /** Set by public/early.js; missing when that came too late or not at all. */
    earlyPress?: { button: HTMLElement | null; over: () => void }
  }
}

/** Answers the press that came before the app did, and ends the watching for more. */
export function answerEarlyPress(): void {
  const { earlyPress } = window
  window.earlyPress = undefined
  earlyPress?.over()
  // What is no longer on the page has nothing to say.
  if (earlyPress?.button?.isConnected) earlyPress.button.click()
}
