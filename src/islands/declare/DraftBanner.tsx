import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { countdown } from '../../lib/rules/countdown.ts'
import type { ApplicationWindow } from '../../lib/rules/window.ts'
import { $draftKeepable, $keeping, type Keeping } from '../../lib/stores/declare-form.ts'
import { saveNow } from '../../lib/stores/declare-save.ts'
import { ensureLoggedIn } from '../../lib/stores/session.ts'

const MINUTE_MS = 60_000

/** 草稿未提交, how long there is still time, and where the words are kept. */
export function DraftBanner({ window, isLoggedIn }: { window: ApplicationWindow; isLoggedIn: boolean }) {
  const keeping = useStore($keeping)
  const isKeepable = useStore($draftKeepable)
  const { tone, text } = countdown(window, useMinute())
  return (
    <div className={`draft-banner draft-${tone}`}>
      <p>
        <b>草稿未提交</b>
        <span className="figures">{text}</span>
      </p>
      <p className="draft-keeping" role="status">
        {wordsOf(keeping, isLoggedIn, isKeepable)}
        {keeping.status === 'failed' && (
          <button type="button" onClick={() => (isLoggedIn ? saveNow() : ensureLoggedIn())}>
            {isLoggedIn ? '重试' : '登录'}
          </button>
        )}
      </p>
    </div>
  )
}

function wordsOf(keeping: Keeping, isLoggedIn: boolean, isKeepable: boolean): string {
  if (!isKeepable) return '这台设备不允许保存内容，提交前请不要关闭页面。'
  switch (keeping.status) {
    case 'blank':
      return isLoggedIn ? '边填边保存，随时可以离开。' : '边填边保存在这台设备上，提交时再登录。'
    case 'device':
      return isLoggedIn ? '已存在这台设备上，正等待存入账户。' : '已存在这台设备上，登录后存入账户。'
    case 'saving':
      return '正在存入账户…'
    case 'account':
      return '已存入账户，换设备也能继续填写。'
    case 'failed':
      return `没有存入账户：${keeping.text}。内容已存在这台设备上。`
    case 'conflict':
      return '两处内容不同，请先选择用哪一份。'
  }
}

/** Now, to the minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
