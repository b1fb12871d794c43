import { useEffect } from 'react'
import { applyTheme, useTheme } from '../lib/theme'

export function useThemeApplied(): void {
  const theme = useTheme()
  useEffect(applyTheme, [theme])
}
