// How the app is started by the pages of booking and of staff. The build writes this into them, before their own script.

// A hidden tab has no frames.
function afterFrame(work) {
  if (document.visibilityState === 'hidden') work()
  else requestAnimationFrame(() => setTimeout(work))
}

function announce(files, kind) {
  for (const href of files)
    document.head.append(Object.assign(document.createElement('link'), kind, { crossOrigin: '', href }))
}

// Over the line files are fetched while the page is read: as mere files, since no module may be asked for before the page's
// import map. From the device they come at once, and asking for them would hold up the first frame.
function fetchOverLine(files) {
  if (!navigator.serviceWorker?.controller) announce(files, { rel: 'preload', as: 'script' })
}

// Calls what starts the app once the page is read, after the first frame. The import map, and rules that this frame does without,
// wait in a template (scripts/build/page.ts): reading them would hold it up.
function whenRead(start) {
  addEventListener('DOMContentLoaded', () =>
    afterFrame(() => {
      document.head.append(document.getElementById('after-first-frame').content)
      start()
    }),
  )
}

window.earlyApp = { afterFrame, announce, fetchOverLine, whenRead }
