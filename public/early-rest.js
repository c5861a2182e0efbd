// What cannot wait for the app, but for the first paint. The build writes it into the pages, on booking's behind the first step.

// Chromium offers to install the app once; the app does so at a better moment (src/ui/install/install-hint.tsx).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})

// Without its scripts a page does nothing, and says so (src/app/not-loaded.tsx). With the line it is loaded again.
function sayNotLoaded() {
  const { content } = document.getElementById('not-loaded') ?? {}
  if (!content || document.querySelector('.not-loaded')) return
  const notice = content.firstElementChild.cloneNode(true)
  const { dataset } = document.documentElement
  notice.replaceChildren(notice.querySelector(`[data-in="${dataset.language}"]`) ?? notice.firstElementChild)
  notice.querySelector('button').addEventListener('click', () => location.reload())
  // The English below waits for nothing any more.
  delete dataset.waits
  document.body.append(notice)
  addEventListener('online', () => location.reload(), { once: true })
}
window.sayNotLoaded = sayNotLoaded
