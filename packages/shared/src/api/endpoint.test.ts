import { expect, test } from 'vitest'
import { fillPath, pathTo } from './endpoint'
import { openProject } from './projects'

test('a path encodes its parameters and keeps the order of its query', () => {
  const address = { params: { projectId: 'a/b' }, query: { image: 'none', comments: 200 } } as const
  expect(pathTo(openProject, address)).toBe('/projects/a%2Fb?image=none&comments=200')
})

test('an empty query adds nothing', () => {
  expect(pathTo(openProject, { params: { projectId: 'x' } })).toBe('/projects/x')
  expect(fillPath('/projects', { query: { image: undefined } })).toBe('/projects')
})
