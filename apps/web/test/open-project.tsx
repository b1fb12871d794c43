import type { Project } from '@pinmark/shared/entities/project'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { createQueryClient } from '../src/lib/query-client'
import { ProjectPage } from '../src/pages/project/project-page'
import { Toaster } from '../src/ui/toaster'
import { server } from './server'

/** Serves the project and opens its page. */
export function openPage(project: Project, address = `/project/${project._id}`) {
  server.use(http.get(`/projects/${project._id}`, () => HttpResponse.json(project)))
  return renderPage(address)
}

export function renderPage(address: string) {
  const queryClient = createQueryClient()
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <main>
          <Routes>
            <Route path="/project/:projectId" element={<ProjectPage />} />
            <Route path="/" element={<h1>My Projects</h1>} />
          </Routes>
        </main>
        <Query />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  )
}

/** The query of the address, for tests. */
function Query() {
  const { search } = useLocation()
  return (
    <span hidden data-testid="query">
      {search}
    </span>
  )
}
