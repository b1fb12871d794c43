/** Decides which messages a receiver acknowledges. */
export interface LateReceiver {
  /** False for the first arrival of every tenth id, as if the receiver had crashed after reading the message. */
  acknowledges: (id: string) => boolean
  /** Whether a message was never acknowledged, so that it has to arrive again. */
  isOwed: (id: string) => boolean
}

const lateEvery = 10

export function acknowledgeLate(): LateReceiver {
  const known = new Set<string>()
  const owed = new Set<string>()
  return {
    acknowledges: (id) => {
      const isLate = !known.has(id) && known.size % lateEvery === lateEvery - 1
      known.add(id)
      if (isLate) owed.add(id)
      else owed.delete(id)
      return !isLate
    },
    isOwed: (id) => owed.has(id),
  }
}
