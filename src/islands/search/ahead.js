// Who comes with a question gets the script and the first file of the search beside the page's own, not after them.
if (location.search) {
  const { ahead, file } = document.currentScript.dataset
  const fetchAhead = (link) => document.head.append(Object.assign(document.createElement('link'), link))
  for (const href of ahead.split(' ')) fetchAhead({ rel: 'modulepreload', href })
  fetchAhead({ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: file })
}
