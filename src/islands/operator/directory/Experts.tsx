import { useStore } from '@nanostores/react'
import { Button, Form, Switch, type TableColumnsType } from 'antd'
import { useEffect, useState } from 'react'
import {
  changeExpert,
  createExpert,
  EXPERT_FIELD_LIMIT,
  EXPERT_FIELDS_LIMIT,
  type ExpertForm,
  type OperatorExpert,
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
import { FormModal, NumberField, TextField } from '../FormModal.tsx'
import { ListScreen, SectionTabs } from '../ListTable.tsx'
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

const NEW = { operator_id: NOBODY, hidden: false }

function Experts() {
  const [params, change] = useAddress()
  const id = readId(params) ?? null
  const [edited, setEdited] = useState<OperatorExpert | 'new' | null>(null)
  const expert = edited === 'new' ? null : edited
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
  return (
    <>
      <ListScreen label="专家" list={experts} columns={columns} empty="暂无专家" openId={id}>
        <Button type="primary" onClick={() => setEdited('new')}>
          新增专家
        </Button>
      </ListScreen>
      <SlotsDrawer expertId={id} onClose={() => change({ id: null })} />
      {edited && (
        <FormModal<ExpertForm>
          title={expert ? `修改专家“${expert.name}”` : '新增专家'}
          okText="保存"
          done="专家已保存"
          fields={createExpert.body.entries}
          initial={expert ? { ...expert, operator_id: accountOf(expert)?.value ?? NOBODY } : NEW}
          onSubmit={(values) => {
            const body = { ...values, operator_id: values.operator_id || null }
            return expert
              ? submit(changeExpert, { params: { id: expert.id }, body }, experts)
              : submit(createExpert, { body }, experts)
          }}
          onClose={() => setEdited(null)}
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
        </FormModal>
      )}
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

function Categories() {
  const [edited, setEdited] = useState<OperatorCategory | 'new' | null>(null)
  const columns: TableColumnsType<OperatorCategory> = [
    { title: '排序', dataIndex: 'position' },
    { title: '名称', dataIndex: 'name' },
    { title: '说明', dataIndex: 'description' },
    { title: '展示', render: (_, { hidden }) => (hidden ? '已隐藏' : '展示中') },
    {
      title: '处理',
      render: (_, row) => (
        <Button size="small" onClick={() => setEdited(row)}>
          修改
        </Button>
      ),
    },
  ]
  const category = edited === 'new' ? null : edited
  return (
    <>
      <ListScreen label="服务商类别" list={categories} columns={columns} empty="暂无服务商类别">
        <Button type="primary" onClick={() => setEdited('new')}>
          新增类别
        </Button>
      </ListScreen>
      {edited && (
        <FormModal<CategoryForm>
          title={category ? `修改类别“${category.name}”` : '新增类别'}
          okText="保存"
          done="类别已保存"
          fields={createCategory.body.entries}
          initial={category ?? { position: 0, hidden: false }}
          onSubmit={(body) =>
            category
              ? submit(changeCategory, { params: { id: category.id }, body }, categories)
              : submit(createCategory, { body }, categories)
          }
          onClose={() => setEdited(null)}
        >
          <TextField name="name" label="名称" />
          <TextField name="description" label="说明" rows={2} />
          <NumberField name="position" label="排序" extra="数字小的排在前面。" />
          <ShownField extra="隐藏后访客看不到这个类别和它的页面。" off="已隐藏" />
        </FormModal>
      )}
    </>
  )
}
