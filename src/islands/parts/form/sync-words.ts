/** Tells the person where the newest version of the draft is kept. */
import type { DraftSync } from '../../../lib/stores/drafts/desk.ts'

interface Where {
  isLoggedIn: boolean
  /** False when this device cannot keep anything. */
  isKeepable: boolean
  /** Before anything is typed, for a visitor. */
  invitation: string
}

export function syncWords(sync: DraftSync<unknown>, { isLoggedIn, isKeepable, invitation }: Where): string {
  if (!isKeepable) return '浏览器已禁用本地存储，提交前请勿关闭页面。'
  switch (sync.status) {
    case 'blank':
      return isLoggedIn ? '自动保存，可随时离开。' : invitation
    case 'device':
      return isLoggedIn ? '已保存到本设备，等待存入账户。' : '已保存到本设备，登录后存入账户。'
    case 'saving':
      return '正在存入账户…'
    case 'account':
      return '已存入账户，换设备也能继续填写。'
    case 'failed':
      return `存入账户失败：${sync.text}。内容已保存到本设备。`
    case 'conflict':
      return '两处内容不同，请先选择使用哪一份。'
  }
}
