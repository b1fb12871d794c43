import type { Project } from '@pinmark/shared/entities/project'
import { randomId } from '../../../lib/random-id'
import { accountId, nameOfGuest } from '../../../lib/session'
import type { Draft } from './draft'

type Owned = Pick<Project, 'isOwner' | 'owner'>

/** An empty draft under this browser's name: the owner's account, or the last typed name. */
export function newDraft(
  project: Owned,
  spot: Pick<Draft, 'parent' | 'version' | 'kind'> & Partial<Pick<Draft, 'x' | 'y' | 'w' | 'h'>>,
): Draft {
  return {
    key: randomId(),
    x: 0,
    y: 0,
    w: null,
    h: null,
    ...spot,
    ...identityIn(project),
    text: '',
    pictures: [],
    startedAt: new Date().toISOString(),
    followedAt: null,
    design: null,
    status: 'writing',
    problem: null,
    sentAt: null,
    sentAs: null,
    isKept: false,
  }
}

/** The draft as it is sent now. A draft that was started under another login gets the present name, if it is known. An
 *  owner always writes under the present name of their account. */
export function withOwnName(project: Owned, draft: Draft): Draft {
  const own = identityIn(project)
  return draft.account === own.account && !project.isOwner
    ? draft
    : { ...draft, ...own, commenter: own.commenter || draft.commenter }
}

function identityIn({ isOwner, owner }: Owned): Pick<Draft, 'account' | 'commenter'> {
  return { account: accountId(), commenter: isOwner ? owner.name : nameOfGuest() }
}
