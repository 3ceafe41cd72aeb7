import { useStore } from '@nanostores/react'
import type { ReadableAtom } from 'nanostores'
import { useEffect } from 'react'
import type { ListState } from '../../lib/stores/operator/list.ts'
import { changeAddress, correctAddress, readNumber, useAddress } from './use-address.ts'

/** Which page of a list the address asks for. Where it is gone, the address follows to what is shown in its place. */
export function usePage<Item>($state: ReadableAtom<ListState<Item>>): number {
  const [params] = useAddress()
  const { status, page: shown } = useStore($state)
  const page = readNumber(params, 'page') ?? 1
  const instead = status === 'ready' && shown?.asked === page ? shown.page : page
  useEffect(() => {
    if (instead !== page) correctAddress(pageParam(instead))
  }, [instead, page])
  return page
}

export function turnTo(page: number): void {
  changeAddress(pageParam(page))
}

/** The first page is what an address without a number shows. */
const pageParam = (page: number) => ({ page: page === 1 ? null : page })
