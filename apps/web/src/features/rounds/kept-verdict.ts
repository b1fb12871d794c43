import type { VerdictKind } from '@pinmark/shared/entities/round'
import { useMemo } from 'react'
import { forgetText, keepText, useKeptText } from '../../lib/kept-texts'
import { verdictKey } from '../review/shows-round'
import { verdictKinds } from './verdict-kinds'

export interface KeptVerdict {
  kind: VerdictKind
  note: string
  /** Null until another name is typed. */
  name: string | null
}

/** An unsent verdict with a note or a typed name. It survives a turned phone, an opened thread and the end of the
 *  tab. */
export function useKeptVerdict(permanentId: string): KeptVerdict | null {
  const text = useKeptText(verdictKey(permanentId))
  const name = useKeptText(nameKeyOf(permanentId))
  return useMemo(() => {
    const [word, note] = text?.split(/ (.*)/s) ?? []
    const kind = verdictKinds.find((one) => one === word)
    return kind ? { kind, note: note ?? '', name } : null
  }, [text, name])
}

export function keepVerdict(permanentId: string, verdict: KeptVerdict): void {
  keepText(verdictKey(permanentId), textOf(verdict))
  keepText(nameKeyOf(permanentId), verdict.name)
}

/** Removes a verdict that was sent or cancelled, unless it was changed meanwhile. */
export function forgetVerdict(permanentId: string, verdict: KeptVerdict | null): void {
  forgetText(verdictKey(permanentId), verdict && textOf(verdict))
  forgetText(nameKeyOf(permanentId), verdict?.name ?? null)
}

const textOf = ({ kind, note }: KeptVerdict) => `${kind} ${note}`

const nameKeyOf = (permanentId: string) => `verdict name ${permanentId}`
