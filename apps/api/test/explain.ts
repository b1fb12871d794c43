import mongoose from 'mongoose'
import type { SentCommand } from './recorded-commands'

/** A cost of a plan that grows with the collection. */
export type Flaw = 'scans the collection' | 'sorts in memory'

/** Explains every part of a command. Inserts have no plan.
 *  @returns the flaws of the plan, or null for a command without a plan */
export async function flawsOf({ name, command }: SentCommand): Promise<Flaw[] | null> {
  const flaws = new Set<Flaw>()
  const parts = explainable(name, command)
  if (parts.length === 0) return null
  for (const part of parts) {
    const { db } = mongoose.connection
    if (!db) throw new Error('The database is not connected.')
    const plan = await db.command({ explain: part, verbosity: 'queryPlanner' })
    for (const stage of stagesIn(plan)) {
      if (stage === 'COLLSCAN') flaws.add('scans the collection')
      if (stage === 'SORT' || stage === '$sort') flaws.add('sorts in memory')
    }
  }
  return [...flaws]
}

/** Only these fields affect the plan; the others are about sessions, times and acknowledgements. */
const planned = [
  'filter',
  'query',
  'sort',
  'limit',
  'skip',
  'projection',
  'hint',
  'collation',
  'pipeline',
  'key',
]

function explainable(name: string, command: Record<string, unknown>): Record<string, unknown>[] {
  const collection = command[name]
  const kept = Object.fromEntries(planned.flatMap((key) => (key in command ? [[key, command[key]]] : [])))
  if (name === 'find' || name === 'count' || name === 'distinct') return [{ [name]: collection, ...kept }]
  if (name === 'aggregate') return [{ aggregate: collection, ...kept, cursor: {} }]
  if (name === 'findAndModify') {
    const { remove, update, arrayFilters } = command
    const change =
      remove === true ? { remove } : { update, ...(arrayFilters !== undefined && { arrayFilters }) }
    return [{ findAndModify: collection, ...kept, ...change }]
  }
  // One plan each, because a command can contain several.
  for (const list of ['updates', 'deletes']) {
    const statements = command[list]
    if (Array.isArray(statements)) return statements.map((one) => ({ [name]: collection, [list]: [one] }))
  }
  return []
}

/** Names of all stages at any depth, without rejected plans. */
function stagesIn(plan: unknown): string[] {
  if (Array.isArray(plan)) return plan.flatMap(stagesIn)
  if (typeof plan !== 'object' || plan === null) return []
  return Object.entries(plan).flatMap(([key, value]) => {
    if (key === 'rejectedPlans' || key === 'command' || key === 'parsedQuery') return []
    const stage = key === 'stage' ? [String(value)] : key === '$sort' ? ['$sort'] : []
    return [...stage, ...stagesIn(value)]
  })
}
