import { call, type CallOptions, newComment, readProject } from '@pinmark/testbed/client'
import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import fc from 'fast-check'

/** One action of a client. `of` chooses a comment: one of their own for edit, move and delete, any comment otherwise. */
export interface Step {
  kind: 'comment' | 'edit' | 'move' | 'delete' | 'resolve' | 'reopen' | 'reply' | 'rename'
  of: number
}

export const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { arbitrary: fc.constant('comment' as const), weight: 4 },
    {
      arbitrary: fc.constantFrom('edit', 'move', 'resolve', 'reopen', 'reply', 'rename', 'rename'),
      weight: 5,
    },
    { arbitrary: fc.constant('delete' as const), weight: 1 },
  ),
  of: fc.nat(10_000),
})

/** A value that several clients write concurrently. Its final value may come from any write that no other one
 *  followed. */
class Contested {
  readonly #writes: { value: string; start: number; end: number }[] = []

  add(value: string, start: number, end: number): void {
    this.#writes.push({ value, start, end })
  }

  mayEndAs(value: string): boolean {
    const latestStart = Math.max(...this.#writes.map(({ start }) => start))
    return this.#writes.some((write) => write.value === value && write.end >= latestStart)
  }
}

interface KnownComment {
  id: string
  number: number
  /** Only the author changes these, one after the other. */
  text: string
  place: string
  isDeleted: boolean
  state: Contested
  replies: { id: string; text: string }[]
}

/** Many clients of one project, and the answers that each of them got. */
export class Workshop {
  readonly #comments: KnownComment[] = []
  readonly #name = new Contested()
  readonly #vanished = new Set<KnownComment>()
  readonly #troubles: string[] = []
  acknowledged = 0

  constructor(
    private readonly url: string,
    private readonly projectId: string,
  ) {}

  /** Executes the plan of one client.
   *  @param headers who sends its requests */
  async follow(client: number, headers: Record<string, string>, plan: readonly Step[]): Promise<void> {
    const mine: KnownComment[] = []
    for (const [at, step] of plan.entries())
      await this.#take(step, { label: `${client}.${at}`, headers, mine })
  }

  /** Compares all answers with the stored data.
   *  @returns the differences */
  async lost(): Promise<string[]> {
    const project = await readProject(this.url, this.projectId)
    const lost = [...this.#troubles]
    const expect = (isKept: boolean, what: string) => void (isKept || lost.push(what))
    expect(this.#name.mayEndAs(project.name), `name ${project.name}`)
    const stored = new Map(project.comments.map((comment) => [comment._id, comment]))
    const numbers = new Set(this.#comments.map(({ number }) => number))
    expect(numbers.size === this.#comments.length, 'a number was given twice')

    for (const known of this.#vanished)
      expect(known.isDeleted, `comment ${known.number} vanished for a while`)
    for (const known of this.#comments) {
      const comment = stored.get(known.id)
      const isThere = comment !== undefined && comment.deletedAt === null
      expect(isThere !== known.isDeleted, `comment ${known.number} is ${isThere ? 'there' : 'gone'}`)
      const replies = new Map(comment?.replies.map((reply) => [reply._id, reply.text]))
      for (const { id, text } of known.replies) {
        expect(replies.get(id) === text, `reply ${text} to ${known.number}`)
      }
      if (!comment || known.isDeleted) continue
      expect(comment.text === known.text, `text of ${known.number}: ${comment.text}, not ${known.text}`)
      expect(`${comment.x},${comment.y}` === known.place, `place of ${known.number}`)
      expect(known.state.mayEndAs(comment.resolved ? 'resolve' : 'reopen'), `state of ${known.number}`)
    }
    const living = this.#comments.filter(({ isDeleted }) => !isDeleted).length
    expect(project.stats.total === living, `${project.stats.total} counted, ${living} there`)
    return lost
  }

  async #take(
    { kind, of }: Step,
    { label, headers, mine }: { label: string; headers: Record<string, string>; mine: KnownComment[] },
  ): Promise<void> {
    const own = mine.filter(({ isDeleted }) => !isDeleted)
    const about = ['edit', 'move', 'delete'].includes(kind)
      ? own.slice(-2)[of % Math.min(2, own.length)]
      : this.#any(of)
    const path = `/projects/${this.projectId}`
    if (kind === 'rename') {
      const name = `name ${label}`
      return this.#call(path, { method: 'PUT', body: { name }, headers }, (_, ...time) =>
        this.#name.add(name, ...time),
      )
    }
    if (kind === 'comment' || !about) {
      const body = newComment(`comment ${label}`, 'Priya')
      return this.#call<Comment>(
        `/comment/add/${this.projectId}`,
        { method: 'POST', body, headers },
        (stored) => {
          const state = new Contested()
          state.add('reopen', 0, 0)
          const { _id: id, number, text, x, y } = stored
          const known = { id, number, text, place: `${x},${y}`, isDeleted: false, state, replies: [] }
          mine.push(known)
          this.#comments.push(known)
        },
      )
    }
    const at = `${path}/comments/${about.id}`
    switch (kind) {
      case 'edit': {
        const text = `edited ${label}`
        return this.#call(at, { method: 'PATCH', body: { text }, headers }, () => (about.text = text))
      }
      case 'move': {
        const [x, y] = [of % 400, of % 300]
        return this.#call(at, { method: 'PATCH', body: { x, y }, headers }, () => (about.place = `${x},${y}`))
      }
      case 'delete':
        return this.#call(at, { method: 'DELETE', headers }, () => (about.isDeleted = true))
      case 'reply': {
        const body = { commenter: 'Priya', text: `reply ${label}` }
        const options = { method: 'POST', body, headers }
        return this.#call<Reply>(
          `${at}/replies`,
          options,
          ({ _id, text }, ...time) => {
            about.replies.push({ id: _id, text })
            about.state.add('reopen', ...time)
          },
          about,
        )
      }
      case 'resolve':
      case 'reopen': {
        const options = { method: 'PATCH', body: { resolved: kind === 'resolve' }, headers }
        return this.#call(at, options, (_, ...time) => about.state.add(kind, ...time), about)
      }
    }
  }

  #any(of: number): KnownComment | undefined {
    const there = this.#comments.filter(({ isDeleted }) => !isDeleted)
    // One of the newest few, so that many clients choose the same one.
    return there.slice(-8)[of % Math.min(8, there.length)]
  }

  /** @param about a comment that may be deleted at the same time, so that 404 is a valid answer */
  // The caller names what it gets, as with `call`.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters
  async #call<T>(
    path: string,
    options: CallOptions,
    onStored: (body: T, start: number, end: number) => unknown,
    about?: KnownComment,
  ): Promise<void> {
    const start = performance.now()
    const answer = await call<T>(`${this.url}${path}`, options).catch((error: unknown) => asError(error))
    if (answer instanceof Error) {
      this.#troubles.push(`${options.method} ${path} was not answered: ${answer.message}`)
      return
    }
    const { status, body } = answer
    if (status === 200 || status === 201) {
      this.acknowledged += 1
      onStored(body, start, performance.now())
    } else if (!(status === 404 && about)) {
      this.#troubles.push(`${options.method} ${path} was answered with ${status}: ${JSON.stringify(body)}`)
    } else this.#vanished.add(about)
  }
}

function asError(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown))
  return thrown.cause instanceof Error ? thrown.cause : thrown
}
