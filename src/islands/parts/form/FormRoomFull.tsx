import { useStore } from '@nanostores/react'
import { $picker } from '../../../lib/stores/documents/picker.ts'
import { QuotaFullDialog } from '../documents/QuotaFullDialog.tsx'

/** 去升级, where a form's own upload found no room; the picker has the same dialog of its own. */
export function FormRoomFull() {
  return useStore($picker).status === 'closed' ? <QuotaFullDialog /> : null
}
