document.documentElement.dataset.session = /(^|; )logged_in=1(;|$)/.test(document.cookie) ? 'in' : 'out'
try {
  const [size, contrast] = (localStorage.getItem('reading') || '').split(' ')
  if (size) document.documentElement.dataset.size = size
  if (contrast) document.documentElement.dataset.contrast = contrast
} catch {}
