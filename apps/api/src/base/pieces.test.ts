import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { chain } from './pieces'

async function* given<Value>(...values: Value[]): AsyncGenerator<Value> {
  for (const value of values) yield value
}

test('the values of all sources come in order', async () => {
  const values: string[] = []
  for await (const value of chain([given('a'), given<string>(), given('b', 'c')])) values.push(value)
  expect(values).toEqual(['a', 'b', 'c'])
})

test('a reader who stops ends every source', async () => {
  const sources = [given(1, 2), given(3)]
  for await (const _value of chain(sources)) break
  for (const source of sources) expect(await source.next()).toMatchObject({ done: true })
})

test('a value is not kept while nobody asks for the next one', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: unknown = runInNewContext('gc')
  if (typeof collectGarbage !== 'function') throw new Error('There is no gc.')
  let taken: WeakRef<Buffer> | undefined
  const next = () => {
    const value = Buffer.alloc(1_000_000)
    taken = new WeakRef(value)
    return Promise.resolve({ value })
  }
  const chained = chain<Buffer>([{ next }])

  expect((await chained.next()).done).toBeFalsy()

  // A WeakRef keeps its target until the end of the turn.
  await new Promise(setImmediate)
  collectGarbage()
  expect(taken?.deref()).toBeUndefined()
  await chained.return?.()
})
