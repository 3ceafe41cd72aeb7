import { useStore } from '@nanostores/react'
import { Button, Form, Radio } from 'antd'
import { useEffect, useState } from 'react'
import { type Audience, sendOperatorMessage } from '../../lib/contract/operator/message.ts'
import { countAudience, sendBroadcast } from '../../lib/stores/operator/broadcast.ts'
import type { SectionList } from '../../lib/stores/operator/list.ts'
import { companies, policies } from '../../lib/stores/operator/lists.ts'
import { Select } from '../kit/antd.tsx'
import { showToast } from '../kit/toast.ts'
import { FormModal, TextField } from './FormModal.tsx'

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

/** 发布消息: before anything is sent, the operator sees how many companies get it. */
export function Broadcast() {
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form)
  const [isBusy, setBusy] = useState(false)
  const [counted, setCounted] = useState<{ to: Audience; message: string; count: number }>()

  async function preview({ kind, company_id = 0, policy_id = 0, message }: Values) {
    const to = kind === 'company' ? { kind, company_id } : { kind, policy_id }
    setBusy(true)
    const done = await countAudience(to)
    setBusy(false)
    if (!done.ok) showToast(done.text, 'error')
    else if (done.value === 0) showToast('现在没有企业符合这个条件，不能发送。', 'error')
    else setCounted({ to, message, count: done.value })
  }

  async function send({ to, message }: { to: Audience; message: string }) {
    const done = await sendBroadcast(to, message)
    if (!done.ok) return done.text
    showToast(`已发送给 ${done.value.toLocaleString('zh-CN')} 家企业`)
    form.setFieldValue('message', '')
    return undefined
  }

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="desk-form"
      disabled={isBusy}
      requiredMark={false}
      initialValues={{ kind: 'company' }}
      onFinish={preview}
    >
      <Form.Item name="kind" label="发给谁">
        <Radio.Group options={KINDS} />
      </Form.Item>
      {kind === 'company' ? (
        <Form.Item name="company_id" label="企业" rules={[{ required: true, message: '请选择企业' }]}>
          <FoundSelect key="company" list={companies} placeholder="输入企业名称或编号" />
        </Form.Item>
      ) : (
        <Form.Item name="policy_id" label="政策" rules={[{ required: true, message: '请选择政策' }]}>
          <FoundSelect key="policy" list={policies} placeholder="输入政策名称或编号" />
        </Form.Item>
      )}
      <TextField
        name="message"
        label="消息内容"
        extra={
          kind === 'company' ? '出现在企业的消息列表里。' : '出现在企业的消息列表里，点击后打开这项政策。'
        }
        schema={sendOperatorMessage.body.entries.message}
        rows={4}
      />
      <Button type="primary" htmlType="submit" loading={isBusy}>
        预览发送范围
      </Button>
      {counted && (
        <FormModal
          title={`将发给 ${counted.count.toLocaleString('zh-CN')} 家企业`}
          okText="确认发送"
          onSubmit={() => send(counted)}
          onClose={() => setCounted(undefined)}
        >
          <p className="desk-quote">{counted.message}</p>
          <p>发送后不能撤回。</p>
        </FormModal>
      )}
    </Form>
  )
}

interface FoundSelectProps {
  list: SectionList<{ id: number; name?: string; title?: string }>
  placeholder: string
}

/** Finds a row of a list by a part of its name, or by its number. The form passes the other properties of a field. */
function FoundSelect({ list, ...field }: FoundSelectProps) {
  const { page, status } = useStore(list.$state)
  useEffect(() => {
    list.open({}, 1)
  }, [list])
  return (
    <Select<number>
      {...field}
      showSearch={{ filterOption: false, onSearch: (q) => list.open({ q: q.trim() }, 1) }}
      loading={status === 'loading'}
      notFoundContent={status === 'failed' ? '加载失败，请重新输入' : '没有找到'}
      options={(page?.items ?? []).map(({ id, name, title }) => ({
        value: id,
        label: `${name ?? title}（编号 ${id}）`,
      }))}
    />
  )
}
