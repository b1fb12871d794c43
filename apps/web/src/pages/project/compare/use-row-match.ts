import { useEffect, useState } from 'react'
import { matchRows, type RowMatch, type Side } from './match-rows'

/** Matches the rows of two pictures after they are drawn. Null until then, and while `isOn` is false. */
export function useRowMatch(before: Side, after: Side, isOn: boolean): RowMatch | null {
  const [match, setMatch] = useState<{ key: string; find: RowMatch } | null>(null)
  const key = `${before.src} ${after.src}`
  const { src: beforeSrc, height: beforeHeight } = before
  const { src: afterSrc, height: afterHeight } = after
  useEffect(() => {
    if (!isOn) return undefined
    let isOver = false
    matchRows({ src: beforeSrc, height: beforeHeight }, { src: afterSrc, height: afterHeight }).then(
      (find) => {
        if (!isOver) setMatch({ key, find })
      },
      // The stage reports a picture that fails to load. Both sides then scroll by the same distance.
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [isOn, key, beforeSrc, beforeHeight, afterSrc, afterHeight])
  return match?.key === key ? match.find : null
}
