import type { ComponentType } from 'react'
import { Broadcast } from './Broadcast.tsx'
import { CompaniesAndLevels } from './Companies.tsx'
import { Corrections } from './Corrections.tsx'
import { Desk } from './Desk.tsx'
import { ExpertsAndCategories } from './directory/Experts.tsx'
import { Reservations } from './directory/Reservations.tsx'
import { Operators } from './Operators.tsx'
import { Declarations, Requests } from './orders/Orders.tsx'
import { Queue } from './queue/Queue.tsx'
import { SecurityLog } from './SecurityLog.tsx'
import { Service } from './Service.tsx'
import type { Section } from './sections.ts'
import { Todo } from './Todo.tsx'

const PARTS: Readonly<Record<Section['title'], ComponentType>> = {
  我的待办: Todo,
  咨询: Queue,
  政策申报: Declarations,
  入驻与贷款: Requests,
  预约: Reservations,
  内容纠错: Corrections,
  发布消息: Broadcast,
  企业与等级: CompaniesAndLevels,
  专家与类别: ExpertsAndCategories,
  服务: Service,
  运营人员: Operators,
  安全日志: SecurityLog,
}

export function DeskIsland({ title }: { title: Section['title'] }) {
  const Part = PARTS[title]
  return (
    <Desk title={title}>
      <Part />
    </Desk>
  )
}
