import { useEffect } from 'react'
import { applyBacking, readBacking } from '../lib/backing'
import { applyTheme, readTheme } from '../lib/theme'
import { useStored } from '../lib/use-stored'

/** The choices of this browser that hold on every page. */
export function useLooksApplied(): void {
  const theme = useStored(readTheme)
  const backing = useStored(readBacking)
  useEffect(applyTheme, [theme])
  useEffect(applyBacking, [backing])
}
