import { useStore } from '@nanostores/react'
import { Button, DatePicker, Drawer, Form, type TableColumnsType, TimePicker } from 'antd'
import type { Dayjs } from 'dayjs'
import { addSlots, type OperatorSlot, removeSlot } from '../../../lib/contract/operator/expert.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { submit } from '../../../lib/stores/operator/list.ts'
import { experts, slots } from '../../../lib/stores/operator/lists.ts'
import { showToast } from '../../kit/toast.ts'
import { useBackCloses } from '../FormModal.tsx'
import { OwnedTable } from '../ListTable.tsx'

interface Values {
  day: Dayjs
  span: [Dayjs, Dayjs]
}

interface Props {
  expertId: number | null
  onClose: () => void
}

/** The times at which an expert can be reserved, in China. */
export function SlotsDrawer({ expertId, onClose }: Props) {
  const expert = useStore(experts.$state).page?.items.find(({ id }) => id === expertId)
  useBackCloses(expertId !== null, onClose)
  return (
    <Drawer
      open={expertId !== null}
      size={720}
      title={<h2>{expert ? `${expert.name}的可约时段` : '可约时段'}</h2>}
      onClose={onClose}
      closable={{ 'aria-label': '关闭' }}
    >
      {expertId !== null && <Slots key={expertId} expertId={expertId} />}
    </Drawer>
  )
}

/** Each expert needs a new one: it contains typed text. */
function Slots({ expertId }: { expertId: number }) {
  const [form] = Form.useForm<Values>()

  async function add({ day, span }: Values) {
    const [from, to] = span
    const at = (time: Dayjs) => `${day.format('YYYY-MM-DD')}T${time.format('HH:mm')}:00+08:00`
    const body = { slots: [{ starts_at: at(from), ends_at: at(to) }] }
    const text = await submit(addSlots, { params: { id: expertId }, body }, slots)
    if (text) return showToast(text, 'error')
    form.resetFields(['span'])
    showToast('时段已添加')
  }

  async function remove(slotId: number) {
    const text = await submit(removeSlot, { params: { id: expertId, slot_id: slotId } }, slots)
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
      <Form<Values> form={form} layout="inline" className="desk-filters" requiredMark={false} onFinish={add}>
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
      <OwnedTable
        label="可约时段"
        list={slots}
        owner={expertId}
        columns={columns}
        empty="今后没有可约时段"
        isNarrow
      />
    </>
  )
}
