/** 服务商入驻 as it is read beside another version of it, codes in words. */
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { regionsOf } from '../../lib/forms/provider-form.ts'
import { fromDraftContent, type TypedForm } from '../../lib/forms/typed-form.ts'
import { $form, $formSync, typedIn } from '../../lib/stores/forms/form.ts'
import { $regionNames, loadRegionNames } from '../../lib/stores/region-names.ts'

/** @returns one text in words, once the names of the places in the versions that are shown are there */
export function useProviderWords(
  categoryName: (id: string) => string,
): (name: string, text: string) => string {
  const names = useStore($regionNames, { ssr: 'initial' })
  const codes = useShownVersions().flatMap(regionsOf).join(',')
  useEffect(() => {
    loadRegionNames(codes.split(',').filter(Boolean))
  }, [codes])
  return (name, text) => {
    if (name === 'category_id') return categoryName(text)
    if (name !== 'regions') return text
    return text
      .split(',')
      .map((code) => names[code] ?? code)
      .join('、')
  }
}

/** Two versions that wait for a choice, or one that cannot be sent any more. */
function useShownVersions(): TypedForm[] {
  const state = useStore($form, { ssr: 'initial' })
  const sync = useStore($formSync, { ssr: 'initial' })
  if (sync.status === 'conflict') return [typedIn(state), fromDraftContent(sync.theirs.content)]
  return state.status === 'missing' && state.kept ? [state.kept.content] : []
}
