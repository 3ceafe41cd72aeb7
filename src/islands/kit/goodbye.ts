/** 已退出登录: announced on the old page and again on the home page, because a navigation interrupts it. */

const GOODBYES = {
  '#logged-out': '已退出登录',
  '#logged-out-drafts': '已退出登录，未存入账户的草稿仍保留在本设备',
} as const

type Goodbye = keyof typeof GOODBYES

/** Returns the words of a logout and the way home. */
export function goodbyeFor(keepsDrafts: boolean): { words: string; goHome: () => void } {
  const hash: Goodbye = keepsDrafts ? '#logged-out-drafts' : '#logged-out'
  return { words: GOODBYES[hash], goHome: () => goHomeSaying(hash) }
}

function goHomeSaying(hash: Goodbye): void {
  const isHome = location.pathname === '/'
  location.assign(`/${hash}`)
  // An address that differs only in its hash loads nothing.
  if (isHome) location.reload()
}

export async function goOnSaying(): Promise<void> {
  const { hash } = location
  if (!Object.hasOwn(GOODBYES, hash)) return
  history.replaceState(null, '', '/')
  const { showToast } = await import('./toast.ts')
  showToast(GOODBYES[hash as Goodbye])
}
