import { m } from '@pinmark/words/messages'
import { useEffect, useState } from 'react'
import { Button } from '../../../ui/button'
import { useDelayed } from '../../../ui/use-delayed'
import type { ComparedPair, ComparedSide } from './comparison'
import { formatList } from '../../../lib/format'
import { srcOf } from './sheets'

interface PicturesNoteProps {
  readonly pair: ComparedPair
  /** Reloads the pictures that failed. */
  readonly onRetry: () => void
}

/** Says which of the two pictures is still loading, or failed to load. */
export function PicturesNote({ pair, onRetry }: PicturesNoteProps) {
  const versions: ComparedSide[] = [pair.before, pair.after]
  const [results, setResults] = useState<Readonly<Record<string, 'shown' | 'failed'>>>({})
  const sources = versions.map(srcOf).join(' ')
  useEffect(() => {
    let isOver = false
    for (const src of sources.split(' ')) {
      const settle = (result: 'shown' | 'failed') => () =>
        !isOver && setResults((before) => ({ ...before, [src]: result }))
      // The stage shows the same picture, so the browser fetches it only once.
      const image = new Image()
      image.addEventListener('load', settle('shown'))
      image.addEventListener('error', settle('failed'))
      image.src = src
    }
    return () => {
      isOver = true
    }
  }, [sources])

  const named = (wanted: 'failed' | undefined) =>
    formatList(
      versions
        .filter((version) => results[srcOf(version)] === wanted)
        .map((version) => (version.isBuild ? m.build_of(version) : m.version_lower(version))),
    )
  const [loading, failed] = [named(undefined), named('failed')]
  const isLate = useDelayed(loading !== '')
  return (
    <div className="compare-pictures-note" data-shown={isLate || failed !== '' || undefined}>
      <p role="status" className="tabular">
        {failed !== ''
          ? m.design_not_loaded_named({ name: failed })
          : isLate && m.design_loading({ name: loading })}
      </p>
      {failed !== '' && (
        <Button size="sm" onClick={onRetry}>
          {m.action_try_again()}
        </Button>
      )}
    </div>
  )
}
