import { Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import {
  addOperator,
  type OperatorAccount,
  resetFactor,
  withdrawOperator,
} from '../../lib/contract/operator/operator.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { submit } from '../../lib/stores/operator/list.ts'
import { operatorAccounts } from '../../lib/stores/operator/lists.ts'
import { setUpFactor } from '../../lib/stores/operator/operators.ts'
import { showToast } from '../kit/toast.ts'
import { FormModal, TextField } from './FormModal.tsx'
import { ListScreen } from './ListTable.tsx'

type Step = { do: 'add' } | { do: 'withdraw' | 'reset'; to: OperatorAccount }

/** 运营人员: who works here, and the second factor of each. */
export function Operators() {
  const [step, setStep] = useState<Step | null>(null)

  async function setUp() {
    const problem = await setUpFactor()
    if (problem) showToast(problem, 'error')
  }

  const columns: TableColumnsType<OperatorAccount> = [
    {
      title: '姓名',
      render: (_, { name, me }) => (
        <>
          {name ?? <span className="desk-soft">还没有登录过</span>}{' '}
          {me && <span className="desk-soft">本人</span>}
        </>
      ),
    },
    { title: '手机号', dataIndex: 'phone' },
    {
      title: '加入',
      render: (_, { gmt_create, from_setting, added_by }) => (
        <>
          {formatMoment(gmt_create)}
          <span className="desk-soft">
            {from_setting ? '，由系统配置添加' : added_by && `，由${added_by}增加`}
          </span>
        </>
      ),
    },
    { title: '最近使用', render: (_, { seen_at }) => (seen_at ? formatMoment(seen_at) : '现在没有登录') },
    {
      title: '身份验证器',
      render: (_, { recovery_codes: left }) =>
        left === null ? (
          <b>未设置</b>
        ) : (
          <>
            已设置 <span className="desk-soft">恢复码剩 {left} 个</span>
          </>
        ),
    },
    {
      title: '处理',
      render: (_, row) => (
        <div className="desk-actions">
          {row.me && row.recovery_codes === null && (
            <Button size="small" type="primary" onClick={setUp}>
              设置身份验证器
            </Button>
          )}
          {row.recovery_codes !== null && (
            <Button size="small" onClick={() => setStep({ do: 'reset', to: row })}>
              {row.me ? '更换身份验证器' : '重置身份验证器'}
            </Button>
          )}
          <Button size="small" danger onClick={() => setStep({ do: 'withdraw', to: row })}>
            撤销
          </Button>
        </div>
      ),
    },
  ]

  return (
    <>
      <ListScreen label="运营人员" list={operatorAccounts} columns={columns} empty="没有运营人员">
        <Button type="primary" onClick={() => setStep({ do: 'add' })}>
          增加运营人员
        </Button>
      </ListScreen>
      {step && <StepDialog step={step} onClose={() => setStep(null)} />}
    </>
  )
}

function StepDialog({ step, onClose }: { step: Step; onClose: () => void }) {
  if (step.do === 'add') {
    return (
      <FormModal<{ phone: string }>
        title="增加运营人员"
        okText="增加"
        done="已增加，对方用这个手机号登录即可使用工作台"
        fields={addOperator.body.entries}
        onSubmit={(body) => submit(addOperator, { body }, operatorAccounts)}
        onClose={onClose}
      >
        <TextField
          name="phone"
          label="手机号"
          extra="运营人员能看到所有企业提交的资料，请核对号码。"
          inputMode="tel"
          autoFocus
        />
      </FormModal>
    )
  }
  const who = step.to.me ? '您自己' : `${step.to.name ?? ''}（${step.to.phone}）`
  if (step.do === 'reset') {
    return (
      <FormModal
        title={step.to.me ? '更换身份验证器' : '重置身份验证器'}
        okText={step.to.me ? '更换' : '重置'}
        done={step.to.me ? '原来的身份验证器已失效，请重新设置' : '已重置，对方登录后重新设置'}
        onSubmit={() => submit(resetFactor, { params: { id: step.to.id } }, operatorAccounts)}
        onClose={onClose}
      >
        {step.to.me
          ? '原来的身份验证器和恢复码立即失效，随后请用新的手机重新设置。'
          : `请先当面或打电话确认是${who}本人。对方的身份验证器和恢复码立即失效，所有登录都会退出。`}
      </FormModal>
    )
  }
  return (
    <FormModal
      title="撤销运营人员"
      okText="撤销"
      danger
      done="已撤销"
      onSubmit={() => submit(withdrawOperator, { params: { id: step.to.id } }, operatorAccounts)}
      onClose={onClose}
    >
      {`撤销${who}以后立即不能使用工作台，所有登录都会退出；处理过的事情仍留有姓名。`}
    </FormModal>
  )
}
