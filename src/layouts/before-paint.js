document.documentElement.dataset.session = /(^|; )logged_in=1(;|$)/.test(document.cookie) ? 'in' : 'out'
try {
  Object.assign(document.documentElement.dataset, JSON.parse(localStorage.getItem('reading')))
} catch {}
