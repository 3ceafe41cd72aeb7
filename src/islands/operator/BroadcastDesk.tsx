import { useStore } from '@nanostores/react'
import { Alert, Button, Form, Radio } from 'antd'
import { useEffect, useRef } from 'react'
import { type Audience, OPERATOR_MESSAGE_LIMIT } from '../../lib/contract/operator/message.ts'
import {
  $broadcast,
  $policySearch,
  previewBroadcast,
  rewriteBroadcast,
  searchForPolicy,
  sendBroadcast,
} from '../../lib/stores/operator/broadcast.ts'
import { keepDraft, readDraft } from '../../lib/stores/operator/desk.ts'
import { companies } from '../../lib/stores/operator/directory.ts'
import { Select } from '../kit/antd.tsx'
import { Desk } from './Desk.tsx'
import { TextField } from './FormModal.tsx'

interface Values {
  kind: Audience['kind']
  company_id?: number
  policy_id?: number
  message: string
}

const KINDS = [
  { value: 'company', label: '一家企业' },
  { value: 'followers', label: '关注某项政策的企业' },
  { value: 'matching', label: '符合某项政策的企业' },
]

const DRAFT = 'broadcast'

/** 发布消息: who gets it and how many they are is shown before anything is sent. */
export function BroadcastDesk() {
  return (
    <Desk title="发布消息">
      <Broadcast />
    </Desk>
  )
}

function Broadcast() {
  const state = useStore($broadcast)
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form)
  useEffect(() => rewriteBroadcast, [])
  useEffect(() => {
    if (state.status !== 'sent') return
    form.resetFields(['message'])
    form.setFieldValue('message', '')
    keepDraft(DRAFT, '')
  }, [state.status, form])

  function changed(values: Partial<Values>) {
    if (values.message !== undefined) keepDraft(DRAFT, values.message)
    rewriteBroadcast()
  }

  const isCounted = state.status === 'counted' || state.status === 'sending'
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="desk-form"
      disabled={state.status === 'sending'}
      requiredMark={false}
      initialValues={{ kind: 'company', message: readDraft(DRAFT) }}
      onValuesChange={changed}
      onFinish={(values) => {
        const to = toAudience(values)
        if (to) previewBroadcast(to)
      }}
    >
      <Form.Item name="kind" label="发给谁">
        <Radio.Group options={KINDS} />
      </Form.Item>
      {kind === 'company' ? (
        <Form.Item name="company_id" label="企业" rules={[{ required: true, message: '请选择企业' }]}>
          <CompanySelect />
        </Form.Item>
      ) : (
        <Form.Item name="policy_id" label="政策" rules={[{ required: true, message: '请选择政策' }]}>
          <PolicySelect />
        </Form.Item>
      )}
      <TextField
        name="message"
        label="消息内容"
        extra={
          kind === 'company' ? '出现在企业的消息列表里。' : '出现在企业的消息列表里，点击后打开这项政策。'
        }
        needed="请填写消息内容"
        limit={OPERATOR_MESSAGE_LIMIT}
        rows={4}
      />
      {state.status === 'failed' && (
        <Alert type="error" className="desk-alert" title={state.text} role="alert" />
      )}
      {state.status === 'sent' && (
        <Alert
          type="success"
          className="desk-alert"
          role="status"
          title={`已发送给 ${state.count.toLocaleString('zh-CN')} 家企业`}
        />
      )}
      {isCounted ? (
        <div className="broadcast-count" role="status">
          <p>
            {state.count === 0 ? (
              '现在没有企业符合这个条件，不能发送。'
            ) : (
              <>
                将发给 <b>{state.count.toLocaleString('zh-CN')}</b> 家企业。发送后不能撤回。
              </>
            )}
          </p>
          <Button onClick={rewriteBroadcast}>返回修改</Button>
          {state.count > 0 && (
            <Button
              type="primary"
              loading={state.status === 'sending'}
              onClick={() => sendBroadcast(form.getFieldValue('message'))}
            >
              确认发送
            </Button>
          )}
        </div>
      ) : (
        <Button type="primary" htmlType="submit" loading={state.status === 'counting'}>
          预览发送范围
        </Button>
      )}
    </Form>
  )
}

function toAudience({ kind, company_id, policy_id }: Values): Audience | undefined {
  if (kind === 'company') return company_id === undefined ? undefined : { kind, company_id }
  return policy_id === undefined ? undefined : { kind, policy_id }
}

interface FoundSelectProps {
  /** Given by the field of the form, with `value` and `onChange`. */
  id?: string
  found: readonly { id: number; name: string }[]
  isLoading: boolean
  placeholder: string
  none: string
  search: (q: string) => void
}

/** Finds one by a part of its name or by its number. */
function FoundSelect({ found, isLoading, none, search, ...field }: FoundSelectProps) {
  const latest = useRef(search)
  useEffect(() => {
    latest.current('')
  }, [])
  return (
    <Select<number>
      {...field}
      showSearch={{ filterOption: false, onSearch: (q) => search(q.trim()) }}
      loading={isLoading}
      notFoundContent={none}
      options={found.map(({ id, name }) => ({ value: id, label: `${name}（编号 ${id}）` }))}
    />
  )
}

function CompanySelect(field: object) {
  const { page, status } = useStore(companies.$state)
  return (
    <FoundSelect
      {...field}
      found={page?.items ?? []}
      isLoading={status === 'loading'}
      placeholder="输入企业名称或编号"
      none={status === 'failed' ? '企业加载失败，请重新输入' : '没有找到这家企业'}
      search={(q) => companies.open({ q }, 1)}
    />
  )
}

/** Of originals. */
function PolicySelect(field: object) {
  const state = useStore($policySearch)
  const items = state.status === 'ready' ? state.items : []
  return (
    <FoundSelect
      {...field}
      found={items.map(({ id, title }) => ({ id, name: title }))}
      isLoading={state.status === 'loading'}
      placeholder="输入政策名称或编号"
      none={state.status === 'failed' ? state.text : '没有找到这项政策'}
      search={searchForPolicy}
    />
  )
}
