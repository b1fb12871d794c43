import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import type { TestApp } from './app-under-test'

/** The client that the authors of the protocol publish. */
export async function connect(to: TestApp, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const headers = { Authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${to.url}/mcp`), { requestInit: { headers } }),
  )
  onTestFinished(() => client.close())
  return client
}

/** What a tool answers: its JSON, and its pictures. */
export async function callTool(client: Client, name: string, given: object = {}) {
  const answer = CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...given } }))
  const texts = answer.content.flatMap((one) => (one.type === 'text' ? [one.text] : []))
  const pictures = answer.content.flatMap((one) => (one.type === 'image' ? [one] : []))
  return {
    isError: answer.isError === true,
    text: texts.join(''),
    json: JSON.parse(texts[0] ?? '{}'),
    pictures,
  }
}
