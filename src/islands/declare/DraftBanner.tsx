import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ApplicationWindow } from '../../lib/rules/time/application-window.ts'
import { countdown } from '../../lib/rules/time/countdown.ts'
import { MINUTE_MS } from '../../lib/rules/time/durations.ts'
import { $declareSync, $draftKeepable, saveNow } from '../../lib/stores/declare/form.ts'
import { ensureLoggedIn } from '../../lib/stores/session.ts'
import { syncWords } from '../parts/form/sync-words.ts'

/** 草稿未提交, how long there is still time, and where the words are kept. */
export function DraftBanner({ window, isLoggedIn }: { window: ApplicationWindow; isLoggedIn: boolean }) {
  const sync = useStore($declareSync)
  const isKeepable = useStore($draftKeepable)
  const { tone, text } = countdown(window, useMinute())
  return (
    <div className={`draft-banner draft-${tone}`}>
      <p>
        <b>草稿未提交</b>
        <span className="figures">{text}</span>
      </p>
      <p className="draft-sync" role="status">
        {syncWords(sync, {
          isLoggedIn,
          isKeepable,
          invitation: '边填边保存在这台设备上，提交时再登录。',
        })}
        {sync.status === 'failed' && (
          <button type="button" onClick={() => (isLoggedIn ? saveNow() : ensureLoggedIn())}>
            {isLoggedIn ? '重试' : '登录'}
          </button>
        )}
      </p>
    </div>
  )
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
