import { createHash } from 'node:crypto'
import { type Answer, type CallOptions, newComment, type Owner } from '@pinmark/testbed/client'
import type { Random } from '@pinmark/testbed/random'
import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { Link, Project, ProjectSummary } from '@pinmark/shared/entities/project'
import { anyValue, Ledger } from './ledger'

/** Sends one call. Resolves with null if there is no answer, or if the answer leaves the outcome open. */
export type Send = <T>(path: string, options?: CallOptions) => Promise<Answer<T> | null>

type Hopes = Record<string, string | typeof anyValue>

interface Write<T> extends CallOptions {
  path: string
  status: number
  /** Facts that hold once the write is acknowledged. */
  facts: (stored: T) => Record<string, string>
  /** Facts that may hold when no answer comes. */
  hopes?: Hopes
}

const gone = 'gone'

/** Makes every kind of write to one project, one after the other, and records the answers. */
export class ProjectWriter {
  readonly #ledger = new Ledger()
  readonly #comments: string[] = []
  #project: ProjectSummary | undefined
  #count = 0
  /** Calls that were refused although an acknowledged write allowed them. */
  readonly refused: string[] = []
  /** Writes that were acknowledged. */
  acknowledged = 0

  constructor(
    private readonly send: Send,
    private readonly owner: Owner,
    private readonly random: Random,
    private readonly image: Buffer,
  ) {}

  /** How many facts were acknowledged and could be checked. */
  get facts(): number {
    return this.#ledger.size
  }

  /** Whether the project certainly exists. */
  get canGoOn(): boolean {
    return this.#project !== undefined && this.refused.length === 0 && !this.#ledger.isDoubtful('project')
  }

  /** Creates the project. @returns false if there was no answer */
  async begin(): Promise<boolean> {
    const name = this.#words('project')
    const isUpload = this.random.next() < 0.5
    const project = await this.#write<ProjectSummary>({
      path: '/projects',
      method: 'POST',
      status: 201,
      ...(isUpload
        ? { form: this.#form(name) }
        : { body: { name, image: `data:image/png;base64,${this.image.toString('base64')}` } }),
      facts: ({ link }) => ({
        project: 'there',
        name,
        description: '',
        permission: link.permission,
        link: link.id,
        original: sha256(this.image),
      }),
    })
    this.#project = project ?? undefined
    return project !== null
  }

  /** Makes one write of a random kind. @returns false if there was no answer */
  async step(): Promise<boolean> {
    const kind = this.random.next()
    if (kind < 0.1) {
      return this.random.pick([() => this.#setPermission(), () => this.#newLink(), () => this.#trash()])()
    }
    if (kind < 0.35 || this.#comments.length === 0) return this.#comment()
    if (kind < 0.5) return this.random.next() < 0.5 ? this.#rename() : this.#describe()
    const comment = this.random.pick(this.#comments)
    if (kind < 0.65) return this.#reply(comment)
    return this.random.pick([
      () => this.#edit(comment),
      () => this.#move(comment),
      () => this.#resolve(comment),
      () => this.#deleteComment(comment),
    ])()
  }

  /** Reads everything back. @returns the acknowledged facts that are not stored; null if there was no answer */
  async lost(): Promise<string[] | null> {
    if (!this.#project) return []
    const answer = await this.send<Project>(`${this.#path}?image=none`, this.#auth)
    if (answer === null) return null
    if (answer.status === 404) return this.#ledger.mayBe('project', gone) ? [] : [`${this.#path} is gone`]
    const stored = this.#factsOf(answer.body)
    const [design] = answer.body.designs
    const version = design?.versions[0]
    const original = await this.send<Buffer>(
      `${this.#path}/designs/${design?._id}/versions/${version?._id}/original`,
      { ...this.#auth, as: 'bytes' },
    )
    if (original === null) return null
    // An unanswered write deleted it between the two calls.
    if (original.status === 404 && this.#ledger.mayBe('project', gone)) return []
    stored.set('original', original.status === 200 ? sha256(original.body) : `status ${original.status}`)
    return this.#ledger.lost(stored, gone)
  }

  get #path(): string {
    if (!this.#project) throw new Error('There is no project yet.')
    return `/projects/${this.#project._id}`
  }

  get #auth() {
    return { token: this.owner.token }
  }

  #comment(): Promise<boolean> {
    const text = this.#words('comment')
    return this.#did<Comment>({
      path: `/comment/add/${this.#project?._id}`,
      method: 'POST',
      status: 201,
      body: newComment(text),
      facts: ({ _id }) => {
        this.#comments.push(_id)
        return { [`text ${_id}`]: text, [`place ${_id}`]: '30,20', [`state ${_id}`]: 'open' }
      },
    })
  }

  #reply(comment: string): Promise<boolean> {
    const text = this.#words('reply')
    return this.#did<Reply>({
      path: `${this.#path}/comments/${comment}/replies`,
      method: 'POST',
      status: 201,
      body: { commenter: 'Priya', text },
      facts: ({ _id }) => ({ [`text ${_id}`]: text }),
    })
  }

  #edit(comment: string): Promise<boolean> {
    const text = this.#words('edited')
    return this.#change(comment, { text }, { [`text ${comment}`]: text })
  }

  #move(comment: string): Promise<boolean> {
    const [x, y] = [this.random.whole(1, 60), this.random.whole(1, 60)]
    return this.#change(comment, { x, y }, { [`place ${comment}`]: `${x},${y}` })
  }

  #resolve(comment: string): Promise<boolean> {
    const resolved = this.random.next() < 0.5
    return this.#change(comment, { resolved }, { [`state ${comment}`]: resolved ? 'resolved' : 'open' })
  }

  #change(comment: string, body: object, facts: Record<string, string>): Promise<boolean> {
    const path = `${this.#path}/comments/${comment}`
    return this.#set(facts, { path, method: 'PATCH', body })
  }

  #deleteComment(comment: string): Promise<boolean> {
    this.#comments.splice(this.#comments.indexOf(comment), 1)
    const facts = { [`text ${comment}`]: gone, [`place ${comment}`]: gone, [`state ${comment}`]: gone }
    const path = `${this.#path}/comments/${comment}`
    return this.#set(facts, { path, method: 'DELETE' })
  }

  #rename(): Promise<boolean> {
    return this.#put({ name: this.#words('name') })
  }

  #describe(): Promise<boolean> {
    return this.#put({ description: this.#words('description') })
  }

  #put(facts: Record<string, string>): Promise<boolean> {
    return this.#set(facts, { path: this.#path, method: 'PUT', body: facts })
  }

  #setPermission(): Promise<boolean> {
    const facts = { permission: this.random.pick(['view', 'comment', 'manage']) }
    return this.#set(facts, { path: `${this.#path}/settings`, method: 'PATCH', body: facts })
  }

  #newLink(): Promise<boolean> {
    return this.#did<Link>({
      path: `${this.#path}/link`,
      method: 'POST',
      status: 200,
      facts: ({ id }) => ({ link: id }),
      hopes: { link: anyValue },
    })
  }

  /** Deletes the project and restores it, sometimes after checking that it is gone. */
  async #trash(): Promise<boolean> {
    if (!(await this.#set({ project: gone }, { path: this.#path, method: 'DELETE' }))) return false
    return this.#set({ project: 'there' }, { path: `${this.#path}/restore`, method: 'POST' })
  }

  /** Does a write whose facts are known before its answer. */
  #set(facts: Record<string, string>, call: CallOptions & { path: string }): Promise<boolean> {
    return this.#did({ ...call, status: 200, facts: () => facts, hopes: facts })
  }

  async #did<T>(write: Write<T>): Promise<boolean> {
    return (await this.#write(write)) !== null
  }

  async #write<T>({ path, status, facts, hopes = {}, ...options }: Write<T>): Promise<T | null> {
    const answer = await this.send<T>(path, { ...this.#auth, ...options })
    if (answer === null) {
      this.#ledger.doubt(hopes)
      return null
    }
    if (answer.status !== status) {
      // The writer makes only valid calls, so something that was acknowledged is missing.
      this.refused.push(
        `${options.method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`,
      )
      return null
    }
    this.#ledger.acknowledge(facts(answer.body))
    this.acknowledged += 1
    return answer.body
  }

  #words(kind: string): string {
    this.#count += 1
    return `${kind} ${this.#count}-${this.random.whole(0, 1e9)}`
  }

  #form(name: string): FormData {
    const form = new FormData()
    form.set('name', name)
    form.set('image', new Blob([new Uint8Array(this.image)], { type: 'image/png' }), 'design.png')
    return form
  }

  #factsOf(project: Project): Map<string, string> {
    const { name, description, link } = project
    const facts = new Map([
      ['project', 'there'],
      ['name', name],
      ['description', description],
      ['permission', link.permission],
      ['link', link.id],
    ])
    for (const { _id, text, x, y, resolved, deletedAt, replies } of project.comments) {
      if (deletedAt === null) {
        facts.set(`text ${_id}`, text).set(`place ${_id}`, `${x},${y}`)
        facts.set(`state ${_id}`, resolved ? 'resolved' : 'open')
      }
      for (const reply of replies) if (reply.deletedAt === null) facts.set(`text ${reply._id}`, reply.text)
    }
    return facts
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
