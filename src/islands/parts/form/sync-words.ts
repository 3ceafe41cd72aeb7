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
  if (!isKeepable) return '这台设备不允许保存内容，提交前请不要关闭页面。'
  switch (sync.status) {
    case 'blank':
      return isLoggedIn ? '边填边保存，随时可以离开。' : invitation
    case 'device':
      return isLoggedIn ? '已存在这台设备上，正等待存入账户。' : '已存在这台设备上，登录后存入账户。'
    case 'saving':
      return '正在存入账户…'
    case 'account':
      return '已存入账户，换设备也能继续填写。'
    case 'failed':
      return `没有存入账户：${sync.text}。内容已存在这台设备上。`
    case 'conflict':
      return '两处内容不同，请先选择用哪一份。'
  }
}
