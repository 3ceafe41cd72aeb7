import { useStore } from '@nanostores/react'
import { $form } from '../../lib/stores/forms/form.ts'
import { FormClosed } from '../kit/form/FormClosed.tsx'
import { MyApplication } from './MyApplication.tsx'
import { PROVIDER_LABELS, useProviderWords } from './provider-words.ts'

/** The application that the address names is not shown: how the last one stands, and what was written here. */
export function ProviderClosed({ categoryName }: { categoryName: (id: string) => string }) {
  const state = useStore($form, { ssr: 'initial' })
  const kept = state.status === 'missing' && state.kept ? [state.kept.content] : []
  return (
    <>
      <MyApplication />
      <FormClosed again="/enter" labels={PROVIDER_LABELS} shown={useProviderWords(kept, categoryName)} />
    </>
  )
}
