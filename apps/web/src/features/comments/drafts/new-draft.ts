import type { Project } from '@pinmark/shared/entities/project'
import { randomId } from '../../../lib/random-id'
import { nameOfGuest } from '../../../lib/session'
import type { Draft } from './draft'

/** An empty draft under this browser's name: the owner's account, or the last typed name. */
export function newDraft(
  { isOwner, owner }: Pick<Project, 'isOwner' | 'owner'>,
  spot: Pick<Draft, 'parent' | 'version' | 'kind'> & Partial<Pick<Draft, 'x' | 'y' | 'w' | 'h'>>,
): Draft {
  return {
    key: randomId(),
    x: 0,
    y: 0,
    w: null,
    h: null,
    ...spot,
    commenter: isOwner ? owner.name : nameOfGuest(),
    text: '',
    pictures: [],
    startedAt: new Date().toISOString(),
    status: 'writing',
    problem: null,
    sentAt: null,
    isKept: false,
  }
}
