import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { saveFile } from '../../lib/browser/save-file.ts'
import { FACTOR_DIGITS } from '../../lib/contract/operator/operator.ts'
import {
  $setUp,
  confirmSetUp,
  enterDigits,
  enterRecovery,
  openSetUp,
} from '../../lib/stores/operator/operators.ts'
import { $proof, cancelProof, finishProof } from '../../lib/stores/proof.ts'
import { QrCode } from '../kit/QrCode.tsx'
import { showToast } from '../kit/toast.ts'
import { ProofDialog, ProofForm, ProofFrame } from '../parts/form/ProofDialog.tsx'

/** 验证身份 of an operator: a code by SMS, the digits of his authenticator app, or how to set that up. */
export function DeskProof() {
  const state = useStore($proof)
  if (state.status === 'closed') return null
  if (state.proof === 'code') return <ProofDialog />
  return state.proof === 'factor' ? <Entering /> : <SettingUp />
}

function Entering() {
  const [isLost, setLost] = useState(false)
  return (
    <ProofFrame title="验证身份" className="factor">
      <p>
        {isLost
          ? '请输入一个恢复码，每个只能用一次。恢复码也没有时，请同事在“运营人员”里重置您的身份验证器。'
          : `请输入手机上身份验证器现在显示的 ${FACTOR_DIGITS} 位数字，12 小时内不用再输入。`}
      </p>
      {isLost ? (
        <ProofForm key="recovery" label="恢复码" onEnter={enterRecovery} />
      ) : (
        <ProofForm key="digits" label="验证码" digits onEnter={enterDigits} />
      )}
      <button type="button" className="factor-other" onClick={() => setLost(!isLost)}>
        {isLost ? '用身份验证器' : '手机不在身边？用恢复码'}
      </button>
    </ProofFrame>
  )
}

function SettingUp() {
  const setUp = useStore($setUp)
  useEffect(() => {
    openSetUp()
  }, [])
  if (setUp.status === 'done') {
    return (
      <ProofFrame title="身份验证器已启用" className="factor" onCancel={finishProof}>
        <RecoveryCodes codes={setUp.codes} onClose={finishProof} />
      </ProofFrame>
    )
  }
  return (
    <ProofFrame title="设置身份验证器" className="factor">
      <p>工作台里有企业的资料，除短信验证码外还要用手机上的身份验证器确认。只需设置一次。</p>
      {setUp.status === 'opening' && <p role="status">正在准备…</p>}
      {setUp.status === 'failed' && (
        <>
          <p className="factor-failed" role="alert">
            {setUp.text}
          </p>
          <div className="confirm-actions">
            <button type="button" className="button" onClick={cancelProof}>
              取消
            </button>
            <button type="button" className="button button-primary" onClick={openSetUp}>
              重试
            </button>
          </div>
        </>
      )}
      {setUp.status === 'open' && (
        <>
          <ol className="factor-steps">
            <li>
              在手机上安装任意一款身份验证器（支持 TOTP，如 Microsoft Authenticator、FreeOTP），用它扫描：
              <QrCode modules={setUp.code} label="身份验证器的二维码" className="factor-code" />
              <details>
                <summary>不能扫描时，手工输入密钥</summary>
                <p className="factor-key">{setUp.key.replace(/(.{4})(?=.)/g, '$1 ')}</p>
                <button type="button" className="button" onClick={() => copy(setUp.key, '已复制密钥')}>
                  复制密钥
                </button>
              </details>
            </li>
            <li>输入它显示的 {FACTOR_DIGITS} 位数字：</li>
          </ol>
          <ProofForm label="验证码" digits onEnter={confirmSetUp} />
        </>
      )}
    </ProofFrame>
  )
}

/** New recovery codes, in a dialog of their own. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <ProofFrame title="新的恢复码" className="factor" onCancel={onClose}>
      <RecoveryCodes codes={codes} onClose={onClose} />
    </ProofFrame>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n')
  return (
    <>
      <p>手机丢失或更换时，用恢复码进入，每个只能用一次。请打印或保存在手机以外的地方，关闭后不再显示。</p>
      <ul className="factor-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="desk-actions">
        <button type="button" className="button" onClick={() => copy(text, '已复制恢复码')}>
          复制
        </button>
        <button
          type="button"
          className="button"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), '工作台恢复码.txt')}
        >
          下载
        </button>
        <button type="button" className="button" onClick={() => window.print()}>
          打印
        </button>
      </div>
      <div className="confirm-actions">
        <button type="button" className="button button-primary" onClick={onClose}>
          我已保存
        </button>
      </div>
    </>
  )
}

async function copy(text: string, done: string): Promise<void> {
  if (await copyText(text)) showToast(done)
  else showToast('复制失败，请选中后复制', 'error')
}
