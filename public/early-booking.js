const { fetchOverLine, whenRead, afterFrame } = window.earlyApp
const { dataset: files } = document.getElementById('booking-files')
const app = [...files.app.split(' '), ...files.also.split(' ')].filter(Boolean)
afterFrame(() => fetchOverLine(app))
whenRead(() => Promise.all(app.map((file) => import(file))).catch(window.sayNotLoaded))
