/** The possible values of a fact after a write with an unknown outcome. */
export const anyValue = Symbol('any value')

interface Fact {
  acknowledged: string | undefined
  /** Values of unanswered writes, with the time of each. Each may be stored or not. */
  possible: Map<string | typeof anyValue, number>
}

/** Time for which an unanswered write may still arrive, even after a later one. */
const onItsWayMs = 20_000

/** Records what the server acknowledged to a writer, and which writes got no answer. */
export class Ledger {
  readonly #facts = new Map<string, Fact>()

  /** The server has acknowledged these facts. */
  acknowledge(facts: Record<string, string>): void {
    for (const [key, value] of Object.entries(facts)) {
      const since = Date.now() - onItsWayMs
      const doubts = [...(this.#facts.get(key)?.possible ?? [])].filter(([, at]) => at > since)
      this.#facts.set(key, { acknowledged: value, possible: new Map(doubts) })
    }
  }

  /** The write got no answer, so that its facts may be stored or not. Unknown facts are left out. */
  doubt(facts: Record<string, string | typeof anyValue>): void {
    for (const [key, value] of Object.entries(facts)) this.#facts.get(key)?.possible.set(value, Date.now())
  }

  isDoubtful(key: string): boolean {
    return (this.#facts.get(key)?.possible.size ?? 0) > 0
  }

  /** Whether `value` was acknowledged, or may come from an unanswered write. */
  mayBe(key: string, value: string): boolean {
    const { acknowledged, possible } = this.#facts.get(key) ?? {
      acknowledged: undefined,
      possible: new Map(),
    }
    return value === acknowledged || possible.has(value) || possible.has(anyValue)
  }

  get size(): number {
    return this.#facts.size
  }

  /** The acknowledged facts that are not stored. @param stored the stored facts; all others count as `absent` */
  lost(stored: ReadonlyMap<string, string>, absent: string): string[] {
    return [...this.#facts].flatMap(([key, { acknowledged }]) => {
      const value = stored.get(key) ?? absent
      return this.mayBe(key, value) ? [] : [`${key}: ${value} instead of ${acknowledged}`]
    })
  }
}
