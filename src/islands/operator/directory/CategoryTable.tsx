import { Button, Form, Input, InputNumber, Switch } from 'antd'
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
import { type Column, DeskTable } from '../DeskTable.tsx'
import { FormDialog } from '../FormDialog.tsx'

/** 服务商类别, in the order in which visitors see them. */
export function CategoryTable() {
  const [edited, setEdited] = useState<OperatorCategory | 'new' | null>(null)
  useEffect(() => {
    categories.open(null, 1)
  }, [])
  const columns: Column<OperatorCategory>[] = [
    { title: '排序', cell: ({ position }) => position },
    { title: '名称', cell: ({ name }) => name },
    { title: '说明', cell: ({ description }) => description, className: 'desk-text' },
    { title: '展示', cell: ({ hidden }) => (hidden ? '已隐藏' : '展示中') },
    {
      title: '处理',
      cell: (row) => (
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
      <DeskTable
        label="服务商类别"
        list={categories}
        columns={columns}
        perPage={CATEGORIES_PER_PAGE}
        onPage={(page) => categories.open(null, page)}
        empty="暂无服务商类别"
      />
      {edited && (
        <FormDialog<CategoryForm>
          title={category ? `修改类别“${category.name}”` : '新增类别'}
          okText="保存"
          done="类别已保存"
          initial={category ?? { position: 0, hidden: false }}
          onSubmit={(values) => putCategory(category?.id, values)}
          onClose={() => setEdited(null)}
        >
          <Form.Item
            name="name"
            label="名称"
            rules={[{ required: true, whitespace: true, message: '请填写类别名称' }]}
          >
            <Input maxLength={CATEGORY_NAME_LIMIT} />
          </Form.Item>
          <Form.Item
            name="description"
            label="说明"
            rules={[{ required: true, whitespace: true, message: '请填写类别说明' }]}
          >
            <Input.TextArea rows={2} maxLength={CATEGORY_DESCRIPTION_LIMIT} showCount />
          </Form.Item>
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
        </FormDialog>
      )}
    </>
  )
}
