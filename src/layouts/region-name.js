try {
  document.querySelector('[data-region-name]').textContent = JSON.parse(localStorage.getItem('region')).name
} catch {}
