import { useEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { applyBacking, readBacking } from '../lib/backing'
import { applyTheme, readTheme } from '../lib/theme'
import { useStored } from '../lib/use-stored'
import { Toaster } from '../ui/toaster'
import { AppRoutes } from './app-routes'
import { DataHolderContext, type DataHolder } from './data-holder'
import { ErrorBoundary } from './error-boundary'
import { SessionEndNote } from './session-end-note'
import { Shell } from './shell'

export function App() {
  const [dataHolder] = useState<DataHolder>(() => ({ client: null, userId: null }))
  useLooksApplied()
  return (
    <ErrorBoundary>
      <DataHolderContext value={dataHolder}>
        <BrowserRouter>
          <SessionEndNote />
          <Shell>
            <AppRoutes />
          </Shell>
          <Toaster />
        </BrowserRouter>
      </DataHolderContext>
    </ErrorBoundary>
  )
}

/** Applies the stored settings of this browser, which are the same on every page. */
function useLooksApplied(): void {
  const theme = useStored(readTheme)
  const backing = useStored(readBacking)
  useEffect(applyTheme, [theme])
  useEffect(applyBacking, [backing])
}
