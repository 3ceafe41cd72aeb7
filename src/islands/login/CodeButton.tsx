import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { $resendAt, requestCode, secondsLeft } from '../../lib/stores/login.ts'

interface Props {
  phone: string
  busy: boolean
}

/** 获取验证码, then the seconds until the next may be asked for. Pressable all the time (behaviour B3.4). */
export function CodeButton({ phone, busy }: Props) {
  const left = useCountdown(useStore($resendAt))
  return (
    <button
      type="button"
      className="button login-get-code"
      aria-busy={busy}
      onClick={() => requestCode(phone)}
    >
      {left > 0 ? `${left}s` : '获取验证码'}
    </button>
  )
}

function useCountdown(resendAt: number): number {
  const [left, setLeft] = useState(() => secondsLeft(resendAt, Date.now()))
  useEffect(() => {
    const update = () => setLeft(secondsLeft(resendAt, Date.now()))
    update()
    const timer = setInterval(() => {
      update()
      if (Date.now() >= resendAt) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [resendAt])
  return left
}
