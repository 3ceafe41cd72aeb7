document.documentElement.dataset.session = /(^|; )logged_in=1(;|$)/.test(document.cookie) ? 'in' : 'out'
