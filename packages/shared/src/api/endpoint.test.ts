import { expect, test } from 'vitest'
import { fillPath, pathTo } from './endpoint'
import { openProject } from './projects'

test('an address has its parameters encoded and its query in the given order', () => {
  const address = { params: { projectId: 'a/b' }, query: { image: 'none', comments: 200 } } as const
  expect(pathTo(openProject, address)).toBe('/projects/a%2Fb?image=none&comments=200')
})

test('a query of which nothing is given leaves no trace', () => {
  expect(pathTo(openProject, { params: { projectId: 'x' } })).toBe('/projects/x')
  expect(fillPath('/projects', { query: { image: undefined } })).toBe('/projects')
})
