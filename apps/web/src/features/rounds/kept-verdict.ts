import { verdictKindSchema, type VerdictKind } from '@pinmark/shared/entities/round'
import { useMemo } from 'react'
import { keepText, useKeptText } from '../../lib/kept-texts'

export interface KeptVerdict {
  kind: VerdictKind
  note: string
}

/** An unsent verdict with a note. It survives a turned phone, an opened thread and the end of the tab. */
export function useKeptVerdict(permanentId: string): KeptVerdict | null {
  const text = useKeptText(keyOf(permanentId))
  return useMemo(() => {
    const [word, note] = text?.split(/ (.*)/s) ?? []
    const kind = verdictKindSchema.safeParse(word)
    return kind.success ? { kind: kind.data, note: note ?? '' } : null
  }, [text])
}

/** `null` removes it. */
export function keepVerdict(permanentId: string, verdict: KeptVerdict | null): void {
  keepText(keyOf(permanentId), verdict && `${verdict.kind} ${verdict.note}`)
}

const keyOf = (permanentId: string) => `verdict ${permanentId}`
