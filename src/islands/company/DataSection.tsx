import { useStore } from '@nanostores/react'
import { $deletion, openDeletion } from '../../lib/stores/company/deletion.ts'
import { DeletionBox } from './DeletionBox.tsx'
import { ExportBox } from './ExportBox.tsx'
import { SectionFrame } from './SectionFrame.tsx'
import './data.css'

/** 企业数据: taken along, and deleted. */
export function DataSection() {
  const state = useStore($deletion)
  return (
    <SectionFrame
      id="data"
      title="企业数据"
      lead="数据是您企业的：随时可以带走，也可以全部删除。"
      state={state}
      onRetry={openDeletion}
    >
      <ExportBox />
      {state.status === 'ready' && <DeletionBox deletion={state.value} />}
    </SectionFrame>
  )
}
