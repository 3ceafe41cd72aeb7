try {
  const region = JSON.parse(localStorage.getItem('region') || 'null')
  const name = region && document.querySelector('[data-region-name]')
  if (name) {
    name.textContent = String(region.name)
    name.parentElement.setAttribute('aria-label', `所在地区：${region.name}`)
  }
} catch {}
