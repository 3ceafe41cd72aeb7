import { useStore } from '@nanostores/react'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import { copyText } from '../../lib/browser/copy-text.ts'
import { enterFactor, FACTOR_DIGITS, factorDigits } from '../../lib/contract/operator/operator.ts'
import type { Done } from '../../lib/stores/operator/desk.ts'
import { enterCode, openSetUp } from '../../lib/stores/operator/operators.ts'
import { $proof, cancelProof, finishProof } from '../../lib/stores/proof.ts'
import { QrCode } from '../kit/QrCode.tsx'
import { showToast } from '../kit/toast.ts'
import { ProofDialog } from '../parts/form/ProofDialog.tsx'
import { DeskModal, FormModal, TextField } from './FormModal.tsx'
import { PartState } from './ListTable.tsx'

/** 验证身份 of an operator: a code by SMS, the digits of an authenticator app, or its set-up. */
export function DeskProof() {
  const state = useStore($proof)
  if (state.status === 'closed') return null
  if (state.proof === 'code') return <ProofDialog />
  return state.proof === 'factor' ? <Entering /> : <SettingUp />
}

function Entering() {
  return (
    <FormModal<{ code: string }>
      title="验证身份"
      okText="确定"
      fields={enterFactor.body.entries}
      onSubmit={async ({ code }) => problemOf(await enterCode(code))}
      onDone={finishProof}
      onClose={cancelProof}
    >
      <p>请输入手机上身份验证器现在显示的 {FACTOR_DIGITS} 位数字，12 小时内不用再输入。</p>
      <TextField
        name="code"
        label="验证码"
        extra="手机不在身边时，输入一个恢复码，每个只能用一次。恢复码也没有时，请同事在“运营人员”里重置您的身份验证器。"
        autoFocus
      />
    </FormModal>
  )
}

function problemOf(done: Done<unknown>): string | undefined {
  return done.ok ? undefined : done.text
}

function SettingUp() {
  const [begun, setBegun] = useState<Awaited<ReturnType<typeof openSetUp>>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const open = () => openSetUp().then(setBegun)
  useEffect(() => {
    openSetUp().then(setBegun)
  }, [])
  if (codes) return <RecoveryCodes codes={codes} />
  if (!begun?.ok) {
    return (
      <DeskModal title="设置身份验证器" footer={null} onCancel={cancelProof}>
        <PartState
          state={begun ? { status: 'failed', text: begun.text } : { status: 'loading' }}
          onRetry={open}
        />
      </DeskModal>
    )
  }

  async function confirm({ code }: { code: string }) {
    const done = await enterCode(code)
    if (done.ok && done.value) setCodes(done.value)
    // Set up in another tab meanwhile.
    else if (done.ok) finishProof()
    return problemOf(done)
  }
  const { key, uri } = begun.value
  return (
    <FormModal<{ code: string }>
      title="设置身份验证器"
      okText="确定"
      fields={{ code: factorDigits }}
      onSubmit={confirm}
      onDone={() => {}}
      onClose={cancelProof}
    >
      <p>工作台里有企业的资料，除短信验证码外还要用手机上的身份验证器确认。只需设置一次。</p>
      <p>在手机上安装任意一款身份验证器（支持 TOTP，如 Microsoft Authenticator、FreeOTP），用它扫描：</p>
      <QrCode modules={encode(uri, { border: 0 }).data} label="身份验证器的二维码" className="factor-code" />
      <details>
        <summary>不能扫描时，手工输入密钥</summary>
        <p className="factor-key">{key.replace(/(.{4})(?=.)/g, '$1 ')}</p>
        <CopyButton text={key}>复制密钥</CopyButton>
      </details>
      <p>然后输入它显示的 {FACTOR_DIGITS} 位数字：</p>
      <TextField name="code" label="验证码" inputMode="numeric" autoFocus />
    </FormModal>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <DeskModal
      title="身份验证器已启用"
      okText="我已保存"
      cancelButtonProps={{ hidden: true }}
      onOk={finishProof}
      onCancel={finishProof}
    >
      <p>手机丢失或更换时，用恢复码进入，每个只能用一次。请保存在手机以外的地方，关闭后不再显示。</p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton text={codes.join('\n')} />
    </DeskModal>
  )
}

function CopyButton({ text, children = '复制' }: { text: string; children?: string }) {
  async function copy() {
    if (await copyText(text)) showToast('已复制')
    else showToast('复制失败，请选中后复制', 'error')
  }
  return <Button onClick={copy}>{children}</Button>
}
