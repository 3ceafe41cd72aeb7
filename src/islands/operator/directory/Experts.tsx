import { useStore } from '@nanostores/react'
import { Button, Form, Switch, type TableColumnsType } from 'antd'
import { useEffect } from 'react'
import {
  EXPERT_FIELD_LIMIT,
  EXPERT_FIELDS_LIMIT,
  type ExpertForm,
  type OperatorExpert,
  saveExpert,
} from '../../../lib/contract/operator/expert.ts'
import {
  type CategoryForm,
  changeCategory,
  createCategory,
  type OperatorCategory,
} from '../../../lib/contract/services/category.ts'
import { readId, submit } from '../../../lib/stores/operator/list.ts'
import { categories, experts, operatorAccounts } from '../../../lib/stores/operator/lists.ts'
import { Select } from '../../kit/antd.tsx'
import { EditedList } from '../EditedList.tsx'
import { NumberField, TextField } from '../FormModal.tsx'
import { SectionTabs } from '../ListTable.tsx'
import { useAddress } from '../use-address.ts'
import { SlotsDrawer } from './SlotsDrawer.tsx'

const NOBODY = 0

/** Returns the accounts that an expert can have; undefined until they are there. */
function useAccounts() {
  const known = useStore(operatorAccounts.$state).page?.items
  useEffect(() => {
    operatorAccounts.open({}, 1)
  }, [])
  return (
    known && [
      { value: NOBODY, label: '不对应登录账号' },
      ...[...known]
        .sort((one, other) => Number(other.me) - Number(one.me))
        .flatMap(({ person_id, name, me }) =>
          person_id === null ? [] : { value: person_id, label: me ? `${name}（我）` : name },
        ),
    ]
  )
}

/** 专家与类别: whom companies can consult and when, and the categories of providers. */
export function ExpertsAndCategories() {
  return (
    <SectionTabs
      items={[
        { key: 'experts', label: '专家', children: <Experts /> },
        { key: 'categories', label: '服务商类别', children: <Categories /> },
      ]}
    />
  )
}

function Experts() {
  const [params, change] = useAddress()
  const id = readId(params) ?? null
  const accounts = useAccounts()
  const accountOf = ({ operator_id }: OperatorExpert) =>
    accounts?.find(({ value }) => value === (operator_id ?? NOBODY))
  const columns: TableColumnsType<OperatorExpert> = [
    { title: '姓名', dataIndex: 'name' },
    { title: '职务', dataIndex: 'title' },
    { title: '专业领域', render: (_, { fields }) => fields.join('、') },
    {
      title: '登录账号',
      render: (_, row) => accounts && (accountOf(row)?.label ?? '已不是运营人员'),
    },
    { title: '展示', render: (_, { hidden }) => (hidden ? '已停用' : '展示中') },
  ]
  return (
    <>
      <EditedList<OperatorExpert, ExpertForm>
        thing="专家"
        label="专家"
        list={experts}
        columns={columns}
        empty="暂无专家"
        openId={id}
        buttonsOf={(row) => (
          <Button size="small" onClick={() => change({ id: row.id })}>
            可约时段
          </Button>
        )}
        fields={saveExpert.body.entries}
        valuesOf={(row) => ({ hidden: false, ...row, operator_id: (row && accountOf(row)?.value) ?? NOBODY })}
        onSave={(values, row) => {
          const body = { ...values, id: row?.id, operator_id: values.operator_id || null }
          return submit(saveExpert, { body }, experts)
        }}
      >
        <TextField name="name" label="姓名" />
        <TextField name="title" label="职务" />
        <Form.Item
          name="fields"
          label="专业领域"
          extra={`输入一个领域后按 Enter，最多 ${EXPERT_FIELDS_LIMIT} 个，每个不超过 ${EXPERT_FIELD_LIMIT} 个字。`}
          rules={[{ required: true, message: '请填写专业领域' }]}
        >
          <Select mode="tags" maxCount={EXPERT_FIELDS_LIMIT} open={false} suffixIcon={null} />
        </Form.Item>
        <TextField name="intro" label="介绍" rows={3} />
        <Form.Item
          name="operator_id"
          label="登录账号"
          extra="选定后，企业在咨询里看到的是这位专家的姓名和职务。"
        >
          <Select options={accounts ?? []} />
        </Form.Item>
        <ShownField extra="停用后企业看不到这位专家，已有的预约不变。" off="已停用" />
      </EditedList>
      <SlotsDrawer expertId={id} onClose={() => change({ id: null })} />
    </>
  )
}

/** Whether visitors see it; the form contains the opposite, `hidden`. */
function ShownField({ extra, off }: { extra: string; off: string }) {
  return (
    <Form.Item
      name="hidden"
      label="展示"
      valuePropName="checked"
      getValueProps={(hidden: boolean) => ({ checked: !hidden })}
      normalize={(shown: boolean) => !shown}
      extra={extra}
    >
      <Switch checkedChildren="展示中" unCheckedChildren={off} />
    </Form.Item>
  )
}

const CATEGORY_COLUMNS: TableColumnsType<OperatorCategory> = [
  { title: '排序', dataIndex: 'position' },
  { title: '名称', dataIndex: 'name' },
  { title: '说明', dataIndex: 'description' },
  { title: '展示', render: (_, { hidden }) => (hidden ? '已隐藏' : '展示中') },
]

function Categories() {
  return (
    <EditedList<OperatorCategory, CategoryForm>
      thing="类别"
      label="服务商类别"
      list={categories}
      columns={CATEGORY_COLUMNS}
      empty="暂无服务商类别"
      fields={createCategory.body.entries}
      valuesOf={(category) => category ?? { position: 0, hidden: false }}
      onSave={(body, category) =>
        category
          ? submit(changeCategory, { params: { id: category.id }, body }, categories)
          : submit(createCategory, { body }, categories)
      }
    >
      <TextField name="name" label="名称" />
      <TextField name="description" label="说明" rows={2} />
      <NumberField name="position" label="排序" extra="数字小的排在前面。" />
      <ShownField extra="隐藏后访客看不到这个类别和它的页面。" off="已隐藏" />
    </EditedList>
  )
}
