// The frame of the staff pages until the app is there, where this tab has a session, as it is laid out on this device
// (src/features/shell/start-frame.tsx). What is stored is written by src/features/shell/layout-settings.ts. The build
// writes this into the page of staff, after early.js.
function showFrame() {
  const pages = namedIn('staff-pages')
  const page = location.pathname.replace(/\/+$/, '').toLowerCase()
  if (!pages.includes(page) || !sessionStorage.getItem('token') || !sessionStorage.getItem('authUser')) return
  const stored = (key, otherwise) => /^"(\w+)"$/.exec(localStorage.getItem(key))?.[1] ?? otherwise
  const { dataset } = document.documentElement
  dataset.layout = stored('layoutType', 'horizontal')
  dataset.top = stored('topbarTheme', dataset.layout === 'vertical' ? 'light' : 'colored')
  dataset.side = stored('leftSideBarTheme', 'dark')
  dataset.size = stored('leftSideBarType') === 'condensed' ? 'sm' : stored('sidebarSizeType', 'lg')
  if (stored('layoutWidth') === 'boxed') dataset.boxed = ''
  dataset.start = page === '/dashboard' && !/[?&]view=/.test(location.search) ? 'list' : 'frame'
}

// The picture of the list that this device has stored is opened and drawn after the first frame
// (src/offline/picture/early.ts). A tablet's is behind its PIN; of what was searched for, a name, nothing is stored.
function offerPicture() {
  const mayHave = sessionStorage.getItem('pagesKey') && localStorage.getItem('storedPages')
  const isOther = localStorage.getItem('receptionTablet') || history.state?.usr?.search
  if (document.documentElement.dataset.start !== 'list' || !mayHave || isOther) return
  const files = namedIn('picture')
  fetchOverLine(files)
  window.picture = () => import(files[0]).then(() => window.drawPicture()).catch(() => {})
}

const namedIn = (name) => document.querySelector(`meta[name=${name}]`).content.split(' ')

// Over the line files are fetched while the page is read: as mere files, since no module may be asked for before the page's
// import map. From the device they come at once, and asking for them would hold up the first frame.
function fetchOverLine(files) {
  if (navigator.serviceWorker?.controller) return
  for (const href of files) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'preload', as: 'script', crossOrigin: '', href }))
  }
}

try {
  showFrame()
  offerPicture()
} catch {
  // No storage, and no session in it.
}

const app = namedIn('app')
fetchOverLine(app)
const start = () => Promise.all(app.map((file) => import(file))).catch(window.sayNotLoaded)
// The import map waits in a template (scripts/build/page.ts): reading it would hold up the first frame, which needs no module.
const takeMap = () => document.head.append(document.getElementById('import-map').content)
addEventListener('DOMContentLoaded', () => {
  // A hidden tab has no frames.
  if (document.visibilityState === 'hidden') {
    takeMap()
    start()
  } else
    requestAnimationFrame(() =>
      setTimeout(() => {
        takeMap()
        // In the frame a list can be read first.
        if (window.picture) window.picture().then(start)
        else start()
      }),
    )
})
