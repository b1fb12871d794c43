import type { Comment, Reply } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { useState } from 'react'
import { CommentsPanel } from '../src/features/comments/comments-panel'
import { Composer } from '../src/features/comments/composer/composer'
import { ThreadPopup } from '../src/features/comments/thread/thread-popup'
import { OthersViewing } from '../src/features/comments/live/others-viewing'
import { useLive } from '../src/features/comments/live/use-live'
import { useDraft } from '../src/features/review/drafts/draft-store'
import { useDraftActions } from '../src/features/review/drafts/use-draft-actions'
import { useFirstField } from '../src/features/comments/composer/use-first-field'
import { useLeaveDraft } from '../src/features/review/drafts/use-leave-draft'
import { useThreadList } from '../src/features/review/use-thread-list'
import { useThreads } from '../src/features/review/use-threads'
import { projectKeys } from '../src/lib/project-keys'
import { createQueryClient } from '../src/lib/query-client'
import { randomId } from '../src/lib/random-id'
import { Toaster } from '../src/ui/toaster'

/** A project as a guest sees it, with one design of 800 x 600 px. */
export function givenProject(change: Partial<Project> = {}): Project {
  const id = randomId()
  const comments = change.comments ?? []
  return {
    _id: id,
    permanentId: id,
    name: 'Landing page',
    description: '',
    updatedAt: '2026-11-14T10:00:00.000Z',
    createdAt: '2026-11-14T10:00:00.000Z',
    owner: { name: 'Mara Hald' },
    isOwner: false,
    link: { id, permission: 'comment', closedAt: null, pausedAt: null },
    can: { comment: true, rename: false, delete: false, resolve: false, manage: false },
    designs: [
      {
        _id: randomId(),
        title: 'Landing page',
        versions: [
          {
            _id: randomId(),
            number: 1,
            image: {
              _id: randomId() + randomId(),
              width: 800,
              height: 600,
              placeholder: 'data:image/webp;base64,',
            },
            createdAt: '2026-11-14T10:00:00.000Z',
            note: '',
            round: 1,
          },
        ],
      },
    ],
    round: {
      ...{ number: 1, openedAt: '2026-11-01T08:00:00.000Z', closedAt: null, message: '' },
      ...{ mine: null, verdicts: null },
    },
    comments,
    commentsNext: null,
    stats: { open: comments.length, total: comments.length },
    ...change,
  }
}

export function givenComment(change: Partial<Comment> = {}): Comment {
  return {
    _id: randomId(),
    number: 1,
    kind: 'pin',
    x: 10,
    y: 20,
    w: null,
    h: null,
    design: randomId(),
    version: randomId(),
    commenter: 'Luis',
    text: 'Do we need this?',
    createdAt: '2026-11-12T09:14:00.000Z',
    editedAt: null,
    deletedAt: null,
    byOwner: false,
    mine: false,
    can: { edit: false, delete: false, resolve: false },
    parent: null,
    resolved: null,
    replies: [],
    ...change,
  }
}

export function givenReply(parent: Comment, change: Partial<Reply> = {}): Reply {
  return {
    _id: randomId(),
    parent: parent._id,
    commenter: 'Priya',
    text: 'I think so too.',
    createdAt: '2026-11-13T09:14:00.000Z',
    editedAt: null,
    deletedAt: null,
    byOwner: false,
    mine: false,
    can: { edit: false, delete: false, resolve: false },
    ...change,
  }
}

/** The components of the comment feature on a test page. Buttons replace the design and its pins. */
export function renderCommentPage(project: Project) {
  const queryClient = createQueryClient()
  queryClient.setQueryData(projectKeys.project(project._id), project)
  const page = render(
    <QueryClientProvider client={queryClient}>
      <CommentPage projectId={project._id} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { ...page, queryClient }
}

function CommentPage({ projectId }: { projectId: string }) {
  const { data } = useQuery<Project>({ queryKey: projectKeys.project(projectId), queryFn: skipToken })
  return data ? <LoadedPage project={data} /> : null
}

function LoadedPage({ project }: { project: Project }) {
  const { threads, unread, unsent } = useThreads(project)
  const live = useLive(project)
  const list = useThreadList(threads, project)
  const { start } = useDraftActions(project)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [hoveredKey, setHoveredKey] = useState<string | null>(null)
  const open = threads.find(({ key }) => key === openKey)
  const draft = useDraft(project.permanentId, openKey ?? '')
  const firstField = useFirstField(project, draft)
  useLeaveDraft(project.permanentId, openKey)
  const version = project.designs[0]?.versions[0]?._id ?? ''
  const stored = threads.filter(({ number }) => number !== null)
  const at = stored.findIndex(({ key }) => key === openKey)
  const close = () => setOpenKey(null)
  return (
    <main>
      <h1>{project.name}</h1>
      {live.others.count > 0 && <OthersViewing others={live.others} />}
      <button type="button" onClick={() => setOpenKey(start({ version, point: { x: 250.4, y: 446 } }))}>
        Spot on the design
      </button>
      <p>Elsewhere</p>
      {threads.map(({ key, state, number, isNew }) => (
        <button key={key} type="button" data-pin={key} onClick={() => setOpenKey(key)}>
          Pin {number ?? state}
          {isNew === true && ', new'}
        </button>
      ))}
      <CommentsPanel
        project={project}
        list={list}
        unread={unread}
        unsent={unsent}
        selectedKey={openKey}
        hoveredKey={hoveredKey}
        hasNew={threads.some(({ isNew }) => isNew)}
        earlier={null}
        elsewhere={false}
        onSelect={setOpenKey}
        onHover={setHoveredKey}
        onSent={close}
        onExport={() => undefined}
      />
      {open?.comment && !draft && (
        <ThreadPopup
          anchor={anchor}
          askedFrom={document.activeElement}
          project={project}
          thread={open.comment}
          position={{ at: at + 1, of: stored.length }}
          canStep
          onResolved={() => undefined}
          unread={unread}
          onStep={(step) => setOpenKey(stored.at((at + step) % stored.length)?.key ?? null)}
          onMove={close}
          onDeleted={close}
          onClose={close}
        />
      )}
      {draft && (
        <Composer
          newer={null}
          key={draft.key}
          project={project}
          draftKey={draft.key}
          firstField={firstField}
          anchor={anchor}
          onClose={close}
          onSent={close}
        />
      )}
    </main>
  )
}

const anchor = {
  contextElement: document.body,
  getBoundingClientRect: () => new DOMRect(250, 446, 0, 0),
}
