// The frame of the staff pages until the app is there, where this tab has a session, as it is laid out on this device
// (src/features/shell/start-frame.tsx). What is stored is written by src/features/shell/layout-settings.ts. The build
// writes this into the page of staff, after early.js.
try {
  const pages = document.querySelector('meta[name=staff-pages]').content.split(' ')
  const page = location.pathname.replace(/\/+$/, '').toLowerCase()
  if (pages.includes(page) && sessionStorage.getItem('token') && sessionStorage.getItem('authUser'))
    showFrame(page)
} catch {
  // No storage, and no session in it.
}

function showFrame(page) {
  const stored = (key, otherwise) => /^"(\w+)"$/.exec(localStorage.getItem(key))?.[1] ?? otherwise
  const { dataset } = document.documentElement
  dataset.layout = stored('layoutType', 'horizontal')
  dataset.top = stored('topbarTheme', dataset.layout === 'vertical' ? 'light' : 'colored')
  dataset.side = stored('leftSideBarTheme', 'dark')
  dataset.size = stored('leftSideBarType') === 'condensed' ? 'sm' : stored('sidebarSizeType', 'lg')
  if (stored('layoutWidth') === 'boxed') dataset.boxed = ''
  dataset.start = page === '/dashboard' && !/[?&]view=/.test(location.search) ? 'list' : 'frame'
}
