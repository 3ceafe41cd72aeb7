/** 已退出登录, begun on the page that was left: the home page goes on saying it, which a navigation would cut short. */

const GOODBYES = {
  '#logged-out': '已退出登录',
  '#logged-out-drafts': '已退出登录，未存入账户的草稿仍保留在本设备',
} as const

type Goodbye = keyof typeof GOODBYES

/** @param keepsDrafts this device has some that the account has not */
export function goodbyeFor(keepsDrafts: boolean): { words: string; goHome: () => void } {
  const hash: Goodbye = keepsDrafts ? '#logged-out-drafts' : '#logged-out'
  return { words: GOODBYES[hash], goHome: () => goHomeSaying(hash) }
}

/** Loads the home page, which says goodbye. */
function goHomeSaying(hash: Goodbye): void {
  const isHome = location.pathname === '/'
  location.assign(`/${hash}`)
  // An address that differs in its hash alone loads nothing.
  if (isHome) location.reload()
}

/** On the home page. */
export async function goOnSaying(): Promise<void> {
  const { hash } = location
  if (!Object.hasOwn(GOODBYES, hash)) return
  history.replaceState(null, '', '/')
  const { showToast } = await import('./toast.ts')
  showToast(GOODBYES[hash as Goodbye])
}
