/* Gives the frames of this portal the height of what they show. Keeps, sends and asks nothing. See docs/embed.md. */
;(() => {
  const VERSION = 1
  const { origin } = new URL(document.currentScript.src)
  const isOurs = (frame) => frame.nodeName === 'IFRAME' && frame.src.startsWith(`${origin}/embed/`)
  // By this a frame learns whom to answer. It tells nothing; and before the frame has loaded, its origin is not ours yet.
  const greet = (frame) => isOurs(frame) && frame.contentWindow.postMessage({ zhice: VERSION }, '*')
  for (const frame of document.querySelectorAll('iframe')) greet(frame)
  // Frames that load later, or are added later, or load again.
  document.addEventListener('load', ({ target }) => greet(target), true)
  addEventListener('message', (event) => {
    const { zhice, height, isNew } = event.data ?? {}
    if (event.origin !== origin || zhice !== VERSION) return
    for (const frame of document.querySelectorAll('iframe')) {
      if (frame.contentWindow !== event.source || !isOurs(frame)) continue
      if (Number.isInteger(height) && height > 0 && height < 1e5) {
        frame.style.boxSizing = 'border-box'
        frame.style.height = `${height + frame.offsetHeight - frame.clientHeight}px`
      }
      // The person has gone on to what begins above the window.
      if (isNew === true && frame.getBoundingClientRect().top < 0) frame.scrollIntoView()
    }
  })
})()
