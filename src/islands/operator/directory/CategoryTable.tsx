import { Button, Form, InputNumber, Switch, type TableColumnsType } from 'antd'
import { useEffect, useState } from 'react'
import {
  CATEGORIES_PER_PAGE,
  CATEGORY_DESCRIPTION_LIMIT,
  CATEGORY_NAME_LIMIT,
  CATEGORY_POSITION_LIMIT,
  type CategoryForm,
  type OperatorCategory,
} from '../../../lib/contract/services/category.ts'

import { categories, putCategory } from '../../../lib/stores/operator/directory.ts'
import { FormModal, TextField } from '../FormModal.tsx'
import { ListTable } from '../ListTable.tsx'

/** 服务商类别, in the order in which visitors see them. */
export function CategoryTable() {
  const [edited, setEdited] = useState<OperatorCategory | 'new' | null>(null)
  useEffect(() => {
    categories.open(null, 1)
  }, [])
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
      <div className="desk-filters">
        <Button type="primary" onClick={() => setEdited('new')}>
          新增类别
        </Button>
      </div>
      <ListTable
        label="服务商类别"
        list={categories}
        columns={columns}
        perPage={CATEGORIES_PER_PAGE}
        onPage={(page) => categories.open(null, page)}
        empty="暂无服务商类别"
      />
      {edited && (
        <FormModal<CategoryForm>
          title={category ? `修改类别“${category.name}”` : '新增类别'}
          okText="保存"
          done="类别已保存"
          initial={category ?? { position: 0, hidden: false }}
          onSubmit={(values) => putCategory(category?.id, values)}
          onClose={() => setEdited(null)}
        >
          <TextField name="name" label="名称" needed="请填写类别名称" limit={CATEGORY_NAME_LIMIT} />
          <TextField
            name="description"
            label="说明"
            needed="请填写类别说明"
            limit={CATEGORY_DESCRIPTION_LIMIT}
            rows={2}
          />
          <Form.Item
            name="position"
            label="排序"
            extra="数字小的排在前面。"
            rules={[{ required: true, message: '请填写排序' }]}
          >
            <InputNumber controls={false} min={0} max={CATEGORY_POSITION_LIMIT} precision={0} />
          </Form.Item>
          <Form.Item
            name="hidden"
            label="隐藏"
            valuePropName="checked"
            extra="隐藏后访客看不到这个类别和它的页面。"
          >
            <Switch checkedChildren="已隐藏" unCheckedChildren="展示中" />
          </Form.Item>
        </FormModal>
      )}
    </>
  )
}
