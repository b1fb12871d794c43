import { useEffect } from 'react'
import { applyBacking, useBacking } from '../lib/backing'
import { applyTheme, useTheme } from '../lib/theme'

/** The choices of this browser that hold on every page. */
export function useLooksApplied(): void {
  const theme = useTheme()
  const backing = useBacking()
  useEffect(applyTheme, [theme])
  useEffect(applyBacking, [backing])
}
