import { createHash } from 'node:crypto'
import { modules } from './modules.mjs'

/** Ignores all but a sample of the changes of a large part; the same code always has the same sample. It is a
 *  Stryker checker, whose normal use is to find changes that do not compile. */
class Sample {
  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    const [module = '', part = ''] = process.env.MUTATED_PART?.split('/') ?? []
    const { sample = Infinity } = modules[module]?.[part] ?? {}
    const order = (id) => createHash('sha256').update(`seed 7, ${id}`).digest('hex')
    const chosen = new Set(
      mutants
        .map(({ id }) => ({ id, at: order(id) }))
        .toSorted((one, other) => (one.at < other.at ? -1 : 1))
        .slice(0, sample)
        .map(({ id }) => id),
    )
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        chosen.has(id) ? { status: 'passed' } : { status: 'compileError', reason: '' },
      ]),
    )
  }
}

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: Sample }]
