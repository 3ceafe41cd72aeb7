import { useStore } from '@nanostores/react'
import { type LoanProductTerms, materialsFor } from '../../lib/forms/loan-form.ts'
import { $form, typedIn } from '../../lib/stores/forms/form.ts'
import { FileSlot } from '../parts/form/FileSlot.tsx'

/** 材料 of the chosen product. Files of a product that was chosen before stay until they are taken out, and are not sent. */
export function MaterialStep({ products }: { products: readonly LoanProductTerms[] }) {
  const form = typedIn(useStore($form, { ssr: 'initial' }))
  const asked = materialsFor(form, products)
  const others = [...new Set(form.files.map(({ slot }) => slot))].filter(
    (slot) => !asked.some(({ name }) => name === slot),
  )
  return (
    <>
      <p className="form-advice">
        拍照或扫描件都可以，字迹要清楚；每项最多 5
        个文件。登录前选的文件先存在这台设备上，登录后上传到“企业文件”的“申请材料”里。
      </p>
      {asked.map(({ name, note, optional }) => (
        <FileSlot key={name} slot={name} note={[optional && '选填', note].filter(Boolean).join('，')} />
      ))}
      {others.length > 0 && (
        <p className="form-advice">
          下面是之前选的，这次申请用不到，不会提交，也不会转给贷款机构；可以移除。
        </p>
      )}
      {others.map((slot) => (
        <FileSlot key={slot} slot={slot} isClosed />
      ))}
    </>
  )
}
