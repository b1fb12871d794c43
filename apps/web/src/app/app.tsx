import { useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { Toaster } from '../ui/toaster'
import { AppRoutes } from './app-routes'
import { DataHolderContext, type DataHolder } from './data-holder'
import { ErrorBoundary } from './error-boundary'
import { SessionEndNote } from './session-end-note'
import { Shell } from './shell'
import { useLooksApplied } from './use-looks-applied'

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
