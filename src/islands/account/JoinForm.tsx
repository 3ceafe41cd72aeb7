import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import { $join, forgetJoin, join } from '../../lib/stores/company/join.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'

/** 加入别的企业. What was typed stays until it has worked. */
export function JoinForm() {
  const id = useId()
  const state = useStore($join)
  const [code, setCode] = useState('')
  const isJoining = state.status === 'joining'
  const isJoined = state.status === 'joined'
  useEffect(() => {
    if (isJoined) setCode('')
  }, [isJoined])

  return (
    <>
      <h3>加入别的企业</h3>
      <p className="company-soft">
        同事给了您邀请码，就在这里填写。一个人只属于一家企业：加入后看到的是那家企业的内容。现在的账号已有申报、文件、咨询或同事的，不能直接加入。
      </p>
      <form
        className="join"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          join(code)
        }}
      >
        <label htmlFor={id}>邀请码</label>
        <input
          id={id}
          className="field"
          value={code}
          maxLength={30}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="例如 ABCDE-23456"
          aria-invalid={state.status === 'failed' || undefined}
          aria-describedby={`${id}-said`}
          onChange={(event) => {
            setCode(event.target.value)
            forgetJoin()
          }}
        />
        <button type="submit" className="button" aria-busy={isJoining} disabled={isJoining}>
          {isJoining ? '正在加入…' : '加入'}
        </button>
        <p id={`${id}-said`} className={isJoined ? 'company-saved' : 'company-failed'} role="status">
          {state.status === 'failed' && state.text}
          {state.status === 'joined' && `您已加入${state.companyName}。`}
        </p>
      </form>
      {state.status === 'asking' && (
        <ConfirmDialog title="确认加入？" onConfirm={() => join(code, true)} onCancel={forgetJoin}>
          <p>{state.text}。</p>
        </ConfirmDialog>
      )}
    </>
  )
}
