try {
  const region = JSON.parse(localStorage.getItem('region') || 'null')
  if (region) document.querySelector('[data-region-name]').textContent = String(region.name)
} catch {}
