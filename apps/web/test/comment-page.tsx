import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { useState } from 'react'
import { CommentsPanel } from '../src/features/comments/comments-panel'
import { Composer } from '../src/features/comments/composer/composer'
import { useDraftActions } from '../src/features/comments/drafts/use-draft-actions'
import { useThreadList } from '../src/features/comments/use-thread-list'
import { useThreads } from '../src/features/comments/use-threads'
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
            image: { _id: randomId(), width: 800, height: 600, placeholder: 'data:image/webp;base64,' },
            createdAt: '2026-11-14T10:00:00.000Z',
          },
        ],
      },
    ],
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
    resolved: null,
    replies: [],
    ...change,
  }
}

/** The parts of comments on a page of their own: buttons stand for the design and its pins. */
export function renderCommentPage(project: Project) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  queryClient.setQueryData(['project', project._id], project)
  const page = render(
    <QueryClientProvider client={queryClient}>
      <CommentPage projectId={project._id} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { ...page, queryClient }
}

function CommentPage({ projectId }: { projectId: string }) {
  const { data } = useQuery<Project>({ queryKey: ['project', projectId], queryFn: skipToken })
  return data ? <LoadedPage project={data} /> : null
}

function LoadedPage({ project }: { project: Project }) {
  const { threads, unread } = useThreads(project)
  const list = useThreadList(threads)
  const { start } = useDraftActions(project)
  const [openKey, setOpenKey] = useState<string | null>(null)
  const [selectedKey, setSelectedKey] = useState<string | null>(null)
  const [hoveredKey, setHoveredKey] = useState<string | null>(null)
  const open = threads.find(({ key }) => key === openKey)
  const version = project.designs[0]?.versions[0]?._id ?? ''
  return (
    <main>
      <button type="button" onClick={() => setOpenKey(start({ version, point: { x: 250.4, y: 446 } }))}>
        Spot on the design
      </button>
      <p>Elsewhere</p>
      {threads.map(({ key, state, number }) => (
        <button key={key} type="button" data-pin={key} onClick={() => setOpenKey(key)}>
          Pin {number ?? state}
        </button>
      ))}
      <CommentsPanel
        project={project}
        list={list}
        unread={unread}
        selectedKey={selectedKey}
        hoveredKey={hoveredKey}
        onSelect={setSelectedKey}
        onHover={setHoveredKey}
      />
      {open && open.comment === null && (
        <Composer
          key={open.key}
          project={project}
          draftKey={open.key}
          anchor={anchor}
          onClose={() => setOpenKey(null)}
          onSent={({ _id }) => {
            setOpenKey(null)
            setSelectedKey(_id)
          }}
        />
      )}
    </main>
  )
}

const anchor = {
  contextElement: document.body,
  getBoundingClientRect: () => new DOMRect(250, 446, 0, 0),
}
