import type { Project } from '@pinmark/shared/entities/project'
import { QueryObserver } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { givenProject } from '../../../../test/comment-page'
import { givenGate } from '../../../../test/gate'
import { server } from '../../../../test/server'
import { applyProjectEvent } from '../../../lib/kept-project'
import { projectKeys } from '../../../lib/query-keys'
import { createQueryClient } from '../../../lib/query-client'
import { randomId } from '../../../lib/identity'
import { sendFile } from './file-upload'

/** An open project whose second version is stored, while the answer to its upload is held back. */
function givenUpload() {
  const project = givenProject()
  const [design] = project.designs
  const [first] = design?.versions ?? []
  if (!design || !first) throw new Error('The project has a version.')
  const second = { ...first, _id: randomId(), number: 2 }
  const withSecond = { ...project, designs: [{ ...design, versions: [first, second] }] }
  const stored = { project }
  const { opened, open } = givenGate()
  const queryClient = createQueryClient()
  const queryKey = projectKeys.project(project._id)
  queryClient.setQueryData(queryKey, project)
  const observer = new QueryObserver<Project>(queryClient, {
    queryKey,
    queryFn: () => Promise.resolve(stored.project),
    staleTime: Infinity,
  })
  const end = observer.subscribe(() => undefined)
  server.use(
    http.post('/projects/:id/designs/:designId/versions', async () => {
      await opened
      return HttpResponse.json({ ...second, title: design.title }, { status: 201 })
    }),
  )
  const sent = sendFile(
    { queryClient, projectId: project._id },
    {
      file: new File(['image'], 'page.png'),
      design: design._id,
      note: '',
      build: null,
      round: 1,
      pages: null,
    },
    { signal: new AbortController().signal, onProgress: () => undefined },
  )
  return {
    project,
    withSecond,
    /** An event of the stream, with what the server has stored then. */
    tell: (now: Project) => {
      stored.project = now
      applyProjectEvent(queryClient, project._id, { name: now.name, designs: now.designs }, [
        'state',
        'round',
      ])
    },
    store: (now: Project) => (stored.project = now),
    answer: async () => {
      open()
      await sent
      end()
      const kept = queryClient.getQueryData<Project>(queryKey)
      return { name: kept?.name, versions: kept?.designs[0]?.versions.map(({ number }) => number) }
    },
  }
}

test('a version that was removed before its upload is answered does not return', async () => {
  const { project, withSecond, tell, answer } = givenUpload()
  tell(withSecond)
  tell(project)
  expect((await answer()).versions).toEqual([1])
})

test('a version is there when its upload is answered, also after an event of before', async () => {
  const { project, withSecond, tell, store, answer } = givenUpload()
  tell({ ...project, name: 'Renamed' })
  store({ ...withSecond, name: 'Renamed' })
  expect(await answer()).toEqual({ name: 'Renamed', versions: [1, 2] })
})

test('an upload that nothing overtook is kept without another request', async () => {
  const { answer } = givenUpload()
  expect((await answer()).versions).toEqual([1, 2])
})
