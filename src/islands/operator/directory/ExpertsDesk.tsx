import { useStore } from '@nanostores/react'
import { Button, Form, Switch, type TableColumnsType, Tabs } from 'antd'
import { useEffect, useState } from 'react'
import {
  EXPERT_FIELD_LIMIT,
  EXPERT_FIELDS_LIMIT,
  EXPERT_INTRO_LIMIT,
  EXPERT_NAME_LIMIT,
  EXPERT_TITLE_LIMIT,
  type ExpertForm,
  type OperatorExpert,
} from '../../../lib/contract/operator/expert.ts'
import { EXPERTS_PER_PAGE } from '../../../lib/contract/services/expert.ts'
import { $desk } from '../../../lib/stores/operator/desk.ts'
import { experts, operators, putExpert } from '../../../lib/stores/operator/directory.ts'
import { Select } from '../../kit/antd.tsx'
import { Desk } from '../Desk.tsx'
import { FormModal, TextField } from '../FormModal.tsx'
import { ListTable } from '../ListTable.tsx'
import { readNumber, turnTo, useAddress, usePage } from '../use-address.ts'
import { CategoryTable } from './CategoryTable.tsx'
import { SlotsDrawer } from './SlotsDrawer.tsx'

/** In place of an operator's number. */
const NOBODY = 0

interface OperatorSelectProps {
  id?: string
  value?: number
  onChange?: (id: number) => void
}

/** Chooses an operator, or none; oneself comes first. */
function OperatorSelect({ id, value = NOBODY, onChange }: OperatorSelectProps) {
  const { page: known, status } = useStore(operators.$state)
  const desk = useStore($desk)
  const nameOf = useOperatorName()
  const me = desk.status === 'operator' ? desk.id : NOBODY
  const ids = new Set([NOBODY, me, ...(known?.items ?? []).map((operator) => operator.id), value])
  return (
    <Select<number>
      {...(id && { id })}
      {...(onChange && { onChange })}
      value={value}
      loading={status === 'loading'}
      status={status === 'failed' ? 'warning' : ''}
      options={[...ids].map((one) => ({ value: one, label: nameOf(one) }))}
    />
  )
}

/** What an operator is called; whoever left the operators is named as such. */
function useOperatorName(): (id: number | null) => string {
  const known = useStore(operators.$state).page?.items
  const desk = useStore($desk)
  useEffect(() => {
    operators.open(null, 1)
  }, [])
  return (id) => {
    if (id === null || id === NOBODY) return '不对应登录账号'
    const name = known?.find((operator) => operator.id === id)?.name
    if (name === undefined) return known ? '已不是运营人员' : `编号 ${id}`
    return desk.status === 'operator' && desk.id === id ? `${name}（我）` : name
  }
}

/** 专家与类别: whom companies can consult and when, and the categories of providers. */
export function ExpertsDesk() {
  return (
    <Desk title="专家与类别">
      <ExpertTabs />
    </Desk>
  )
}

function ExpertTabs() {
  const [params, change] = useAddress()
  return (
    <Tabs
      destroyOnHidden
      activeKey={params.get('tab') === 'categories' ? 'categories' : 'experts'}
      onChange={(tab) => change({ tab: tab === 'categories' ? tab : null, page: null, id: null })}
      items={[
        { key: 'experts', label: '专家', children: <Experts /> },
        { key: 'categories', label: '服务商类别', children: <CategoryTable /> },
      ]}
    />
  )
}

const NEW = { operator_id: NOBODY, hidden: false }

function Experts() {
  const [params, change] = useAddress()
  const page = usePage(experts.$state)
  const id = readNumber(params, 'id')
  const [edited, setEdited] = useState<OperatorExpert | 'new' | null>(null)
  useEffect(() => {
    experts.open(null, page)
  }, [page])
  const operatorName = useOperatorName()
  const columns: TableColumnsType<OperatorExpert> = [
    { title: '姓名', dataIndex: 'name' },
    { title: '职务', dataIndex: 'title' },
    {
      title: '专业领域',

      render: (_, { fields }) => fields.join('、'),
    },
    { title: '登录账号', render: (_, { operator_id }) => operatorName(operator_id) },
    { title: '展示', render: (_, { hidden }) => (hidden ? '已停用' : '展示中') },
    {
      title: '处理',
      render: (_, row) => (
        <span className="desk-actions">
          <Button size="small" onClick={() => setEdited(row)}>
            修改
          </Button>
          <Button size="small" onClick={() => change({ id: row.id })}>
            可约时段
          </Button>
        </span>
      ),
    },
  ]
  const expert = edited === 'new' ? null : edited
  return (
    <>
      <div className="desk-filters">
        <Button type="primary" onClick={() => setEdited('new')}>
          新增专家
        </Button>
      </div>
      <ListTable
        label="专家"
        list={experts}
        columns={columns}
        perPage={EXPERTS_PER_PAGE}
        onPage={turnTo}
        empty="暂无专家"
        openId={id}
      />
      <SlotsDrawer expertId={id} onClose={() => change({ id: null })} />
      {edited && (
        <FormModal<ExpertForm>
          title={expert ? `修改专家“${expert.name}”` : '新增专家'}
          okText="保存"
          done="专家已保存"
          initial={expert ? { ...expert, operator_id: expert.operator_id ?? NOBODY } : NEW}
          onSubmit={(values) => putExpert(expert?.id, { ...values, operator_id: values.operator_id || null })}
          onClose={() => setEdited(null)}
        >
          <TextField name="name" label="姓名" needed="请填写专家姓名" limit={EXPERT_NAME_LIMIT} />
          <TextField name="title" label="职务" needed="请填写专家职务" limit={EXPERT_TITLE_LIMIT} />
          <Form.Item
            name="fields"
            label="专业领域"
            extra={`输入一个领域后按 Enter，最多 ${EXPERT_FIELDS_LIMIT} 个，每个不超过 ${EXPERT_FIELD_LIMIT} 个字。`}
            rules={[{ required: true, message: '请填写专业领域' }]}
          >
            <Select mode="tags" maxCount={EXPERT_FIELDS_LIMIT} open={false} suffixIcon={null} />
          </Form.Item>
          <TextField name="intro" label="介绍" needed="请填写专家介绍" limit={EXPERT_INTRO_LIMIT} rows={3} />
          <Form.Item
            name="operator_id"
            label="登录账号"
            extra="选定后，企业在咨询里看到的是这位专家的姓名和职务。"
          >
            <OperatorSelect />
          </Form.Item>
          <Form.Item
            name="hidden"
            label="展示"
            valuePropName="checked"
            getValueProps={(hidden: boolean) => ({ checked: !hidden })}
            normalize={(shown: boolean) => !shown}
            extra="停用后企业看不到这位专家，已有的预约不变。"
          >
            <Switch checkedChildren="展示中" unCheckedChildren="已停用" />
          </Form.Item>
        </FormModal>
      )}
    </>
  )
}
