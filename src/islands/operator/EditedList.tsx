import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormModal, type Schemas } from './FormModal.tsx'
import { ListScreen, type ScreenProps } from './ListTable.tsx'

interface Props<Item, Values> extends ScreenProps<Item> {
  /** What a row is, such as 专家. */
  thing: string
  fields: Schemas
  /** @param item undefined: a new one */
  valuesOf: (item?: Item) => Partial<Values>
  /** Returns an error, which keeps the form open. */
  onSave: (values: Values, item?: Item) => Promise<string | undefined>
  isFixed?: boolean
  /** Further buttons of a row. */
  buttonsOf?: (item: Item) => ReactNode
}

/** A list of a section, and the form that changes a row, or adds one unless the list is fixed. */
export function EditedList<Item extends { id: number; name: string }, Values extends object>({
  thing,
  fields,
  valuesOf,
  onSave,
  isFixed = false,
  buttonsOf,
  columns,
  children,
  ...screen
}: Props<Item, Values>) {
  const [edited, setEdited] = useState<Item | 'new'>()
  const item = edited === 'new' ? undefined : edited
  const actions = (_: unknown, row: Item) => (
    <span className="desk-actions">
      <Button size="small" onClick={() => setEdited(row)}>
        修改
      </Button>
      {buttonsOf?.(row)}
    </span>
  )
  return (
    <>
      <ListScreen {...screen} columns={[...columns, { title: '处理', render: actions }]}>
        {!isFixed && (
          <Button type="primary" onClick={() => setEdited('new')}>
            新增{thing}
          </Button>
        )}
      </ListScreen>
      {edited && (
        <FormModal<Values>
          title={item ? `修改${thing}“${item.name}”` : `新增${thing}`}
          okText="保存"
          done={`${thing}已保存`}
          fields={fields}
          initial={valuesOf(item)}
          onSubmit={(values) => onSave(values, item)}
          onClose={() => setEdited(undefined)}
        >
          {children}
        </FormModal>
      )}
    </>
  )
}
