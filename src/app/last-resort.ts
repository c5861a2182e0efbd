import i18next from 'i18next'
import common from '../i18n/locales/en/common.json'
import { paths } from '../paths.ts'

/**
 * Shows a sentence and a way home when the app could not start, or broke outside of its error boundary. Uses the
 * browser's own means, since nothing of ours can be relied on here. No page is ever empty.
 */
function showLastResort(root: HTMLElement): void {
  // Other languages may not have come this far.
  const say = (key: 'title' | 'text' | 'home') =>
    i18next.isInitialized ? i18next.t(`failure.${key}`) : common.failure[key]
  const main = document.createElement('main')
  main.setAttribute('role', 'alert')
  const add = <T extends HTMLElement>(element: T, text: string): T => {
    element.textContent = text
    main.append(element)
    return element
  }
  add(document.createElement('h1'), say('title'))
  add(document.createElement('p'), say('text'))
  add(document.createElement('a'), say('home')).href = paths.home()
  root.replaceChildren(main)
}

/** Handler of React for uncaught errors, after which React removes the whole page. */
export const lastResortIn = (root: HTMLElement) => (error: unknown) => {
  reportError(error)
  setTimeout(() => showLastResort(root))
}
