// The frame of the staff pages until the app is there, where this tab has a session, as it is laid out on this device
// (src/features/shell/start-frame.tsx). What is stored is written by src/features/shell/layout-settings.ts. The build
// writes this into the page of staff, after early.js.
function showFrame() {
  const pages = document.querySelector('meta[name=staff-pages]').content.split(' ')
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

// The picture of the list that this device has stored is opened meanwhile (src/offline/picture/early.ts), and drawn after
// the first frame. Its files are fetched from here on, and imported after the page's import map, which comes last. A
// tablet's is behind its PIN; of what was searched for, a name, nothing is stored.
function openPicture() {
  const mayHave = sessionStorage.getItem('pagesKey') && localStorage.getItem('storedPages')
  const isOther = localStorage.getItem('receptionTablet') || history.state?.usr?.search
  if (document.documentElement.dataset.start !== 'list' || !mayHave || isOther) return
  const files = document.querySelector('meta[name=picture]').content.split(' ')
  files.forEach(fetchFile)
  const read = new Promise((resolve) => addEventListener('DOMContentLoaded', resolve))
  const opening = read.then(() => import(files[0]))
  opening.catch(() => {})
  window.picture = () => opening.then(() => window.drawPicture()).catch(() => {})
}

try {
  showFrame()
  openPicture()
} catch {
  // No storage, and no session in it.
}
