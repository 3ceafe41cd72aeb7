import { Alert, Button, Skeleton } from 'antd'

interface Props {
  state: { status: 'idle' | 'loading' } | { status: 'failed'; text: string }
  onRetry: () => void
}

/** What stands in the place of a part that is not there yet, or could not be read. */
export function PartState({ state, onRetry }: Props) {
  if (state.status === 'failed') {
    return <Alert type="error" title={state.text} action={<Button onClick={onRetry}>重试</Button>} />
  }
  return <Skeleton active title={false} paragraph={{ rows: 6 }} />
}
