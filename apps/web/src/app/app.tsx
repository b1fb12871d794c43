import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { createQueryClient } from '../lib/query-client'
import { Toaster } from '../ui/toaster'
import { AppRoutes } from './app-routes'
import { ErrorBoundary } from './error-boundary'
import { SessionKeeper } from './session-keeper'
import { Shell } from './shell'
import { useThemeApplied } from './use-theme-applied'

export function App() {
  const [queryClient] = useState(createQueryClient)
  useThemeApplied()
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <SessionKeeper />
          <Shell>
            <AppRoutes />
          </Shell>
          <Toaster />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}
