/** The focus goes back to what opened something, or where that is gone to the page. */
export function focusBack(opener: Element | null): void {
  const target =
    opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById('main')
  target?.focus({ preventScroll: true })
}
