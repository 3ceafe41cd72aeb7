import { Alert, Button, Drawer, Form, Input } from 'antd'
import { useState } from 'react'
import { SLOT_INVALID, SLOTS_PER_PAGE } from '../../../lib/contract/operator/expert.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { addSlot, dropSlot, slots } from '../../../lib/stores/operator/directory.ts'
import { showToast } from '../../kit/toast.ts'
import { useBackCloses } from '../FormDialog.tsx'
import { PagedPart } from '../PagedPart.tsx'

interface Values {
  day: string
  from: string
  to: string
}

interface Props {
  expertId: number | null
  onClose: () => void
}

/** When an expert can be reserved. Times are those of China. */
export function SlotsDrawer({ expertId, onClose }: Props) {
  useBackCloses(expertId !== null, onClose)
  return (
    <Drawer
      open={expertId !== null}
      size={720}
      title={<h2 className="drawer-title">可约时段</h2>}
      onClose={onClose}
      closable={{ 'aria-label': '关闭' }}
    >
      {expertId !== null && <Slots key={expertId} expertId={expertId} />}
    </Drawer>
  )
}

/** Mounted anew for each expert, so that nothing typed for one is shown for another. */
function Slots({ expertId }: { expertId: number }) {
  const [problem, setProblem] = useState<string>()
  const [form] = Form.useForm<Values>()

  async function add({ day, from, to }: Values) {
    const slot = { starts_at: `${day}T${from}:00+08:00`, ends_at: `${day}T${to}:00+08:00` }
    const text = to > from ? await addSlot(expertId, slot) : SLOT_INVALID
    setProblem(text)
    if (text === undefined) {
      form.resetFields(['from', 'to'])
      showToast('时段已添加')
    }
  }

  async function remove(slotId: number) {
    const text = await dropSlot(expertId, slotId)
    if (text) showToast(text, 'error')
    else showToast('时段已删除')
  }

  return (
    <>
      <Form<Values> form={form} layout="inline" className="slot-form" requiredMark={false} onFinish={add}>
        <Form.Item name="day" label="日期" rules={[{ required: true, message: '请选择日期' }]}>
          <Input type="date" />
        </Form.Item>
        <Form.Item name="from" label="从" rules={[{ required: true, message: '请填写' }]}>
          <Input type="time" />
        </Form.Item>
        <Form.Item name="to" label="到" rules={[{ required: true, message: '请填写' }]}>
          <Input type="time" />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          添加
        </Button>
      </Form>
      {problem && <Alert type="error" className="desk-alert" title={problem} role="alert" />}
      <PagedPart
        list={slots}
        owner={expertId}
        perPage={SLOTS_PER_PAGE}
        empty={<p className="facts-none">今后没有可约时段。</p>}
      >
        {(items) => (
          <ul className="pane-rows">
            {items.map(({ id, starts_at, ends_at, reservation_id }) => (
              <li key={id} className="slot-row">
                <span>
                  {formatMoment(starts_at)} 至 {formatMoment(ends_at).slice(-5)}
                </span>
                {reservation_id === null ? (
                  <Button size="small" onClick={() => remove(id)}>
                    删除
                  </Button>
                ) : (
                  <span>已被预约</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedPart>
    </>
  )
}
