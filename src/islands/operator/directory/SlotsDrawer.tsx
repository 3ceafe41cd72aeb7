import { Alert, Button, DatePicker, Drawer, Form, type TableColumnsType, TimePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { useState } from 'react'
import { type OperatorSlot, SLOT_INVALID, SLOTS_PER_PAGE } from '../../../lib/contract/operator/expert.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { addSlot, dropSlot, slots } from '../../../lib/stores/operator/directory.ts'
import { showToast } from '../../kit/toast.ts'
import { useBackCloses } from '../FormModal.tsx'
import { ListTable } from '../ListTable.tsx'
import { useOwner } from '../queue/company-facts.tsx'

interface Values {
  day: Dayjs
  span: [Dayjs, Dayjs]
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

  async function add({ day, span }: Values) {
    const [starts_at, ends_at] = span.map(
      (at) => `${day.format('YYYY-MM-DD')}T${at.format('HH:mm')}:00+08:00`,
    )
    const text = starts_at && ends_at ? await addSlot(expertId, { starts_at, ends_at }) : SLOT_INVALID
    setProblem(text)
    if (text === undefined) {
      form.resetFields(['span'])
      showToast('时段已添加')
    }
  }

  async function remove(slotId: number) {
    const text = await dropSlot(expertId, slotId)
    if (text) showToast(text, 'error')
    else showToast('时段已删除')
  }

  const columns: TableColumnsType<OperatorSlot> = [
    {
      render: (_, { starts_at, ends_at }) =>
        `${formatMoment(starts_at)} 至 ${formatMoment(ends_at).slice(-5)}`,
    },
    {
      align: 'end',
      render: (_, { id, reservation_id }) =>
        reservation_id === null ? (
          <Button size="small" onClick={() => remove(id)}>
            删除
          </Button>
        ) : (
          '已被预约'
        ),
    },
  ]

  return (
    <>
      <Form<Values> form={form} layout="inline" className="slot-form" requiredMark={false} onFinish={add}>
        <Form.Item name="day" label="日期" rules={[{ required: true, message: '请选择日期' }]}>
          <DatePicker />
        </Form.Item>
        <Form.Item name="span" label="时间" rules={[{ required: true, message: '请选择时间' }]}>
          <TimePicker.RangePicker format="HH:mm" minuteStep={5} />
        </Form.Item>
        <Button type="primary" htmlType="submit">
          添加
        </Button>
      </Form>
      {problem && <Alert type="error" className="desk-alert" title={problem} role="alert" />}
      <ListTable
        label="可约时段"
        list={slots}
        columns={columns}
        perPage={SLOTS_PER_PAGE}
        onPage={useOwner(slots, expertId)}
        empty="今后没有可约时段"
        isNarrow
      />
    </>
  )
}
