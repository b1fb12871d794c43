import { m } from '@pinmark/words/messages'
import { useTitle } from '../../lib/title'
import { StatePage } from '../../ui/state-page'

export function NotFoundPage() {
  useTitle(m.not_found_title())
  return <StatePage title={m.not_found_title()} text={m.not_found_words()} />
}
