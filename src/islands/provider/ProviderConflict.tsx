import { useStore } from '@nanostores/react'
import { fromDraftContent } from '../../lib/forms/typed-form.ts'
import { $form, $formSync, typedIn } from '../../lib/stores/forms/form.ts'
import { ConflictChoice } from '../kit/form/ConflictChoice.tsx'
import { PROVIDER_LABELS, useProviderWords } from './provider-words.ts'

/** Two drafts of 服务商入驻 side by side. */
export function ProviderConflict({ categoryName }: { categoryName: (id: string) => string }) {
  const keeping = useStore($formSync, { ssr: 'initial' })
  const mine = typedIn(useStore($form, { ssr: 'initial' }))
  const forms = keeping.status === 'conflict' ? [mine, fromDraftContent(keeping.theirs.content)] : []
  return <ConflictChoice labels={PROVIDER_LABELS} shown={useProviderWords(forms, categoryName)} />
}
