import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { givenComment } from '../support/api-client'
import { expect, test } from '../support/test'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What a page of a user of the library may do. */
const program = `
  import { createClient } from './packages/client/src/client'
  import { openProject } from '@pinmark/shared/api/projects'
  import { addReply } from '@pinmark/shared/api/comments'

  export async function visit(projectId, token) {
    const client = createClient({ url: location.origin, token })
    const { name, comments } = await client.call(openProject, { params: { projectId }, query: { image: 'none' } })
    const params = { projectId, commentId: comments[0]._id }
    const body = { _id: 'A'.repeat(22), commenter: 'Mara', text: 'From a page' }
    await client.call(addReply, { params, body })
    const again = await client.call(addReply, { params, body })
    const refused = await client.call(addReply, { params, body: { ...body, text: '' } }).catch((error) => error)
    return { name, text: again.text, code: refused.code, message: refused.message }
  }`

test('the client works in a browser, and a repeated call stores once', async ({
  page,
  request,
  account,
  project,
}) => {
  await givenComment(request, project._id, { text: 'Larger, please.' })
  const bundling = promisify(execFile)(
    `${root}node_modules/.bin/esbuild`,
    [
      ...[
        '--bundle',
        '--format=iife',
        '--global-name=client',
        '--loader=ts',
        `--alias:@pinmark/shared=./packages/shared/src`,
      ],
    ],
    { cwd: root },
  )
  bundling.child.stdin?.end(program)
  const { stdout: script } = await bundling
  await page.goto('/healthz')

  const seen = await page.evaluate(
    `(() => { ${script}; return client.visit('${project._id}', '${account.token}') })()`,
  )

  expect(seen).toEqual({
    name: expect.any(String),
    text: 'From a page',
    code: 'text_required',
    message: 'Write a few words first.',
  })
  const opened = await request.get(`/projects/${project._id}?image=none`)
  expect((await opened.json()).comments[0].replies).toHaveLength(1)
})
