/** 已退出登录, begun on the page that was left: the home page goes on saying it, which a navigation would cut short. */
export const GOODBYE = '已退出登录'

const HASH = '#logged-out'

/** Loads the home page, which says goodbye. */
export function goHomeSaying(): void {
  const isHome = location.pathname === '/'
  location.assign(`/${HASH}`)
  // An address that differs in its hash alone loads nothing.
  if (isHome) location.reload()
}

/** On the home page. */
export async function goOnSaying(): Promise<void> {
  if (location.hash !== HASH) return
  history.replaceState(null, '', '/')
  const { showToast } = await import('./toast.ts')
  showToast(GOODBYE)
}
